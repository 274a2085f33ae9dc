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

test('the sum of waiting customers names those the robot has, and counts the hours of the number', () => {
  const { textContent } = render(createElement(Summary, { team: { queues: [queueOf(closed)], agents: [] } as never }))
  expect(textContent).toContain('mais 2 com o robô')
  expect(textContent).toContain('fora do horário')
})

test('the longest wait of all queues is the one with the most open time, not the one that began first', () => {
  const began = { ...queueOf(closed), waitingSince: new Date(Date.now() - 50 * 3_600_000).toISOString() }
  const team = { queues: [began, queueOf(open)], agents: [] }
  expect(render(createElement(Summary, { team: team as never })).textContent).toContain('1 d')
})

test('the waiting customers are in the order of the shown open time', () => {
  const ticketOf = (id: number, name: string, whatsappId: number, hoursAgo: number) => ({
    ...{ id, uuid: `u${id}`, status: 'open', isGroup: false, contact: { name, number: null, profilePicUrl: '' } },
    ...{ queueId: 7, whatsappId, queue: null, user: null, targetDueAt: null },
    waitingSince: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
  })
  const tickets = [ticketOf(1, 'Bruno', closed, 50), ticketOf(2, 'Clara', open, 26), ticketOf(3, 'Davi', open, 4)]
  const { textContent } = render(createElement(Waits, { tickets: tickets as never, onTransfer: () => {} }))
  expect(textContent).toMatch(/Clara.*Davi.*Bruno/)
})
