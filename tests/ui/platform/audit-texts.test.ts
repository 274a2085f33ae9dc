import '../browser'
import { beforeAll, expect, test } from 'bun:test'
import i18n from 'i18next'
import { usualHours } from '../../../src/shared/hours'
import { queues } from '../../../ui/lib/queues'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { logTexts } from '../../../ui/pages/platform/audit/log-texts'

/** Text of a log value, as an admin reads it. */

beforeAll(async () => {
  await startTexts()
  await loadAllTexts('pt')
})

const read = (entity: string, field: string, value: unknown, name = '') =>
  logTexts(i18n.t).value({ entity, name }, field, value)

test.each([
  ['a boolean', 'company', 'status', true, 'Sim'],
  ['a flag stored as 0', 'company', 'campaignsEnabled', 0, 'Não'],
  ['a date', 'invoice', 'licence', '2026-12-31', '31/12/2026'],
  ['a time in the company’s time zone', 'support', 'expiresAt', '2026-11-22T02:30:00.000Z', '21/11/2026 23:30'],
  ['a price in cents', 'plan', 'value', 9990, 'R$\u00a099,90'],
  ['an enum value', 'user', 'profile', 'supervisor', 'Supervisor'],
  ['an enum value with the misspelling of the API', 'user', 'allTicket', 'desabled', 'Não'],
  ['an unknown enum value', 'user', 'profile', 'captain', 'captain'],
  ['a language', 'company', 'language', 'es', 'Español'],
  ['a list of names', 'user', 'queues', ['Vendas', 'Suporte'], 'Vendas, Suporte'],
  ['the id of a queue', 'connection', 'transferQueueId', 4, 'Vendas'],
  ['the ids of an existing and a deleted queue', 'connection', 'queueIds', [4, 9], 'Vendas, nº 9'],
  ['a hidden value', 'user', 'password', '•••', 'oculto'],
  ['null', 'queue', 'promptId', null, ''],
  ['an unknown field', 'queue', 'toString', { a: 1 }, '{"a":1}'],
])('the log shows %s as text', (_, entity, field, value, text) => {
  queues.put({ id: 4, name: 'Vendas', orderQueue: 0 } as never)
  expect(read(entity, field, value)).toBe(text)
})

test.each([
  ['CheckMsgIsGroup', 'disabled', 'Não'],
  ['campaignsEnabled', 'true', 'Sim'],
  ['scheduleType', 'company', 'Da empresa'],
  ['reopenWindowMinutes', '120', '120'],
  ['unheard-of', 'enabled', 'enabled'],
])('setting %s has a translated value', (key, value, text) => expect(read('setting', 'value', value, key)).toBe(text))

test('opening hours are listed by weekday, then by exceptional day', () => {
  const lines = read('queue', 'schedules', usualHours.schedules).split('\n')
  expect([lines[0], lines[6]]).toEqual(['Segunda-feira: 08:00–18:00', 'Domingo: Fechado'])
  const day = { startTime: '08:00', endTime: '12:00', startTimeB: '13:00', endTimeB: '17:00' }
  const holidays = [
    { date: '2026-12-25', name: 'Natal', yearly: true, startTime: '', endTime: '', startTimeB: '', endTimeB: '' },
    { date: '2026-12-31', name: '', yearly: false, ...day },
  ]
  expect(read('companyHours', 'holidays', holidays)).toBe('25/12 Natal: Fechado\n31/12/2026: 08:00–12:00, 13:00–17:00')
})

test('a changed object has its translated name, an unknown one its stored name', () => {
  const words = logTexts(i18n.t)
  expect([words.field('user', 'whatsappId'), words.field('setting', 'value'), words.field('user', 'x')]).toEqual([
    'Conexão padrão',
    'Valor',
    null,
  ])
  expect([words.name('setting', 'call'), words.entity('session'), words.system('mail'), words.action('?')]).toEqual([
    'Aceitar ligações',
    'sessão de',
    'redefinição de senha',
    '?',
  ])
})
