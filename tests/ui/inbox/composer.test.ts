import '../browser'
import { expect, test } from 'bun:test'
import { ticketFirstName } from '../../../ui/contact/first-name'
import { answeredSince } from '../../../ui/pages/inbox/tickets/composer/confirm-answered'
import { toggleMark } from '../../../ui/pages/inbox/tickets/composer/formatting'
import { findTrigger } from '../../../ui/pages/inbox/tickets/composer/trigger'
import type { Mode } from '../../../ui/pages/inbox/tickets/store/composer'
import { matchQuickMessages } from '../../../ui/pages/inbox/tickets/store/quick-messages'
import { message, ticket } from './tickets-fixtures'

/** `|` marks the cursor. */
test.each<[text: string, mode: Mode, expected: object | null]>([
  ['/|', 'reply', { kind: 'quick', query: '', start: 0 }],
  ['/bom|', 'reply', { kind: 'quick', query: 'bom', start: 0 }],
  ['oi /bom| tudo', 'reply', { kind: 'quick', query: 'bom', start: 3 }],
  ['linha\n/é|', 'reply', { kind: 'quick', query: 'é', start: 6 }],
  ['10/11|', 'reply', null],
  ['https://|', 'reply', null],
  ['/bom |', 'reply', null],
  ['/bom|', 'note', null],
  ['{{|', 'reply', { kind: 'variable', query: '', start: 0 }],
  ['Oi {{ fir|', 'reply', { kind: 'variable', query: 'fir', start: 3 }],
  ['{{name}}|', 'reply', null],
  ['@an|', 'note', { kind: 'mention', query: 'an', start: 0 }],
  ['fala com @Jô|', 'note', { kind: 'mention', query: 'Jô', start: 9 }],
  ['a@b|', 'note', null],
  ['@an|', 'reply', null],
])('the trigger at the cursor in %p, mode %s', (text, mode, expected) =>
  expect(findTrigger(text.replace('|', ''), text.indexOf('|'), mode)).toEqual(expected as never),
)

test.each([
  ['oi [mundo]', 'oi *mundo*'],
  ['oi [mundo ]!', 'oi *mundo* !'],
  ['oi []', 'oi **'],
  ['oi *[mundo]*', 'oi mundo'],
])('bold turns %s into %s', (given, expected) => {
  const start = given.indexOf('[')
  const end = given.indexOf(']') - 1
  const value = given.replace(/[[\]]/g, '')
  const { text, from, to } = toggleMark(value, start, end, '*')
  expect(value.slice(0, from) + text + value.slice(to)).toBe(expected)
})

test.each([
  ['Ana Paula', 'Ana'],
  ['Łukasz', 'Łukasz'],
  ['A Padaria do Zé', undefined],
  ['Dr. Paulo', undefined],
  ['+55 11 98765-4321', undefined],
  ['5511987654321', undefined],
  ['', undefined],
])('the field of a customer named %j addresses %p', (name, expected) => {
  const contact = { ...ticket({ id: 1 }).contact, name, number: '5511987654321' }
  expect(ticketFirstName(ticket({ id: 1, contact }))).toBe(expected)
  expect(ticketFirstName(ticket({ id: 1, contact, isGroup: true }))).toBeUndefined()
})

const at = (minute: number) => `2026-01-01T10:0${minute}:00.000Z`

test.each([
  ['finds a later answer of a colleague', { fromMe: true, userId: 9, createdAt: at(5) }, true],
  ['finds a later answer from the phone', { fromMe: true, userId: null, origin: 'phone', createdAt: at(5) }, true],
  ['ignores an earlier answer', { fromMe: true, userId: 9, createdAt: at(1) }, false],
  ['ignores an answer of the user', { fromMe: true, userId: 7, createdAt: at(5) }, false],
  ['ignores an answer of the bot', { fromMe: true, userId: null, origin: 'bot', createdAt: at(5) }, false],
  ['ignores a message of the customer', { createdAt: at(5) }, false],
] as const)('answeredSince %s', (_, changes, expected) => {
  const one = message({ id: 1, ...changes } as never)
  expect(answeredSince([one], at(3), 7) !== undefined).toBe(expected)
  expect(answeredSince([one], null, 7)).toBeUndefined()
})

test('quick messages whose shortcode starts with the text come first, accents ignored', () => {
  const record = (shortcode: string, text: string) => ({ shortcode, message: text, status: true }) as never
  const found = matchQuickMessages(
    [record('pix', 'Até amanhã'), record('ola', 'Olá!'), record('amanha', 'x')],
    'Amanhã',
  )
  expect(found.map(({ shortcode }) => shortcode)).toEqual(['amanha', 'pix'])
})
