import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { type DayHours, weekdays } from '../../../src/shared/hours'
import { connections } from '../../../ui/lib/connections'
import { session } from '../../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { Queues } from '../../../ui/pages/inbox/team/queues'
import { Summary } from '../../../ui/pages/inbox/team/summary'
import { Waits } from '../../../ui/pages/inbox/team/waits'
import { ana, json, serve } from '../browser'
import { render, unmount } from '../rendered'

/** The live team of a company whose numbers have opening hours of their own. */

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch

/** A week in which a number is closed or open all day. */
const week = (endTime: string): DayHours[] =>
  weekdays.map((weekdayEn) => ({ weekdayEn, startTime: '00:00', endTime, startTimeB: '', endTimeB: '' }))
const [closed, open] = [1, 2]

beforeEach(() => {
  serve(() => json({ queues: [] }))
  const settings = [{ key: 'scheduleType', value: 'connection' }]
  session.value = { kind: 'in', me: { ...ana, company: { ...ana.company, settings, timeZone: 'UTC' } } as never }
  connections.put({ id: closed, schedules: week('00:00'), holidays: [] } as never)
  connections.put({ id: open, schedules: week('23:59'), holidays: [] } as never)
})
afterEach(() => {
  unmount()
  for (const id of [closed, open]) connections.drop(id)
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

const queueOf = (whatsappId: number) => ({
  ...{ id: 7, name: 'Vendas', color: '#0a7f5a', pending: 1, robot: 2, open: 0, unanswered: 0, late: 0 },
  waitingSince: new Date(Date.now() - 26 * 3_600_000).toISOString(),
  waitingIn: { queueId: 7, whatsappId },
})

test('the longest wait of a queue counts the opening hours of the number to which the customer wrote', () => {
  const shown = (whatsappId: number) => {
    const { textContent } = render(createElement(Queues, { queues: [queueOf(whatsappId)] }))
    unmount()
    return textContent
  }
  expect(shown(closed)).toContain('fora do horário')
  expect(shown(open)).toContain('1 d')
})

test('the sum of waiting customers leaves out those the robot has, and the longest wait counts the hours of the number', () => {
  const { textContent } = render(createElement(Summary, { team: { queues: [queueOf(closed)], agents: [] } as never }))
  expect(textContent).toContain('Esperando resposta11 na fila, 0 em conversasmaior espera fora do horário')
  expect(textContent).toContain('Com o robô2')
})

test.each([
  [1, 2, 'Equipe1de 3disponível, 2 em pausa'],
  [2, 1, 'Equipe2de 3disponíveis, 1 em pausa'],
  [1, 0, 'Equipe1de 1disponível'],
])('%d available and %d on a break are told in singular or plural', (available, away, expected) => {
  const agents = Array.from({ length: available + away }, (_, at) => ({ online: true, away: at < away }))
  const { textContent } = render(createElement(Summary, { team: { queues: [], agents } as never }))
  expect(textContent).toContain(expected)
})

test('the longest wait of all queues is the one with the most open time, not the one that began first', () => {
  const began = { ...queueOf(closed), waitingSince: new Date(Date.now() - 50 * 3_600_000).toISOString() }
  const team = { queues: [began, queueOf(open)], agents: [] }
  expect(render(createElement(Summary, { team: team as never })).textContent).toContain('1 d')
})

test('the waiting customers are in the order of the shown open time', () => {
  const ticketOf = (id: number, name: string, whatsappId: number, hoursAgo: number) => ({
    ...{ id, uuid: `u${id}`, status: 'open', isGroup: false, contact: { name, number: null, profilePicUrl: '' } },
    ...{ queueId: 7, whatsappId, queue: null, user: null, target: null, lastMessage: 'Oi', chatbot: false },
    waitingSince: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  })
  const tickets = [ticketOf(1, 'Bruno', closed, 50), ticketOf(2, 'Clara', open, 26), ticketOf(3, 'Davi', open, 4)]
  const { textContent } = render(createElement(Waits, { due: [], tickets: tickets as never, onTransfer: () => {} }))
  expect(textContent).toMatch(/Clara.*Davi.*Bruno/)
})

test('a ticket in the queue without a due time has its wait once', () => {
  const ticket = {
    ...{
      id: 1,
      uuid: 'u1',
      status: 'pending',
      isGroup: false,
      contact: { name: 'Davi', number: null, profilePicUrl: '' },
    },
    ...{ queueId: 7, whatsappId: open, queue: null, user: null, target: null, lastMessage: 'Oi', chatbot: false },
    waitingSince: new Date(Date.now() - 3 * 24 * 3_600_000).toISOString(),
  }
  const { textContent } = render(createElement(Waits, { due: [], tickets: [ticket] as never, onTransfer: () => {} }))
  expect(textContent?.match(/\d d/g)).toHaveLength(1)
})

test('a ticket that is due and waits is listed once, before those without a due time', () => {
  const ticket = (id: number, name: string, dueAt: string | null) => ({
    ...{ id, uuid: `u${id}`, status: 'open', isGroup: false, contact: { name, number: null, profilePicUrl: '' } },
    ...{ queueId: 7, whatsappId: open, queue: null, user: null, lastMessage: 'Oi', chatbot: false },
    target: dueAt && { kind: 'nextAnswer', dueAt },
    waitingSince: new Date(Date.now() - 3_600_000).toISOString(),
  })
  const [late, later] = [ticket(1, 'Davi', '2020-01-01T00:00:00Z'), ticket(2, 'Clara', '2099-01-01T00:00:00Z')]
  const tickets = [ticket(3, 'Bruno', null), later, late]
  const props = { due: [late] as never, tickets: tickets as never, onTransfer: () => {} }
  const { textContent } = render(createElement(Waits, props))
  expect(textContent).toMatch(/Davi.*Clara.*Bruno/)
  expect(textContent?.match(/Davi/g)).toHaveLength(1)
})
