import '../browser'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createElement } from 'react'
import type { Me } from '../../../src/features/accounts/auth/model'
import type { Message } from '../../../src/features/inbox/messages/model'
import type { Ticket } from '../../../src/features/inbox/tickets/model'
import { isCountedInTicketList } from '../../../src/shared/ticket-lists'
import {
  attention,
  clearAttention,
  reloadAttention,
  removeAttention,
  unreadTickets,
  updateAttention,
  waitingTickets,
} from '../../../ui/lib/attention'
import { hasMyMention, markMentionsSeen, myMentions } from '../../../ui/lib/my-mentions'
import {
  markNoteSeen,
  receiveCustomerMessage,
  receiveMentionEvent,
  receiveNoteEvent,
  receiveTicketEvent,
} from '../../../ui/lib/notify'
import { addToHistory, markHistorySeen, notificationHistory, removeFromHistory } from '../../../ui/lib/notify-history'
import {
  type NotifyPreferences,
  notificationEffects,
  notifyPreferences,
  setNotifyPreferences,
} from '../../../ui/lib/notify-preferences'
import { session } from '../../../ui/lib/session'
import { setTitleCount, useTitle } from '../../../ui/lib/title'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { render, unmount } from '../rendered'
import { ticket } from './tickets-fixtures'

const nativeFetch = globalThis.fetch
beforeEach(() => {
  session.value = { kind: 'in', me: ana as unknown as Me }
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

describe('effects of a notification', () => {
  const usual = notifyPreferences.peek()
  const cases: [what: string, changes: Partial<NotifyPreferences>, focused: boolean, looking: boolean, does: string][] =
    [
      ['window unfocused', {}, false, false, 'sound remember'],
      ['window focused, other conversation open', {}, true, false, 'sound remember'],
      ['window focused, conversation open', {}, true, true, ''],
      ['window unfocused, conversation open', {}, false, true, 'sound remember'],
      ['system notifications on, window unfocused', { desktop: true }, false, false, 'sound desktop remember'],
      ['system notifications on, window focused', { desktop: true }, true, false, 'sound remember'],
      ['unfocusedOnly, window focused', { unfocusedOnly: true }, true, false, 'remember'],
      ['unfocusedOnly, window unfocused', { unfocusedOnly: true }, false, false, 'sound remember'],
      ['do not disturb', { quiet: true, desktop: true }, false, false, 'remember'],
      [
        'kind switched off',
        { sounds: { ...usual.sounds, message: false }, desktop: true },
        false,
        false,
        'desktop remember',
      ],
    ]
  test.each(cases)('%s', (_, changes, focused, looking, does) => {
    const reaction = notificationEffects('message', { focused, looking }, { ...usual, ...changes })
    const done = Object.entries(reaction).flatMap(([name, on]) => (on ? [name] : []))
    expect(done.join(' ')).toBe(does)
  })

  test('a mention in the open chat plays its sound', () => {
    expect(notificationEffects('mention', { focused: true, looking: true }, usual)).toEqual({
      sound: true,
      desktop: false,
      remember: false,
    })
  })
})

test('the history has one entry per conversation with the number of events since it was seen', () => {
  const one = { kind: 'message', title: 'Joana', text: 'oi', to: '/tickets/x', at: '2026-11-20T12:00:00Z' } as const
  for (const key of ['ticket-1', 'ticket-2', 'ticket-1']) addToHistory({ ...one, key })
  const shown = () => notificationHistory.peek().map(({ key, times }) => `${key}×${times}`)
  expect(shown()).toEqual(['ticket-1×2', 'ticket-2×1'])
  markHistorySeen('ticket-1')
  addToHistory({ ...one, key: 'ticket-1' })
  expect(shown()).toEqual(['ticket-1×1', 'ticket-2×1'])
})

test('a note that mentions the user notifies until its ticket is opened, another note does not', () => {
  removeFromHistory()
  setNotifyPreferences({ quiet: true })
  const mention = { id: ana.id, name: ana.name }
  const note = (id: number, mentions: object[], userId = 99) => {
    const written = { id, ticketId: 4, contactId: 4, userId, user: { id: userId, name: 'Bia' }, note: '@Ana, veja' }
    const at = '2026-11-20T12:00:00Z'
    return { note: { ...written, mentions, createdAt: at } as never, ticket: ticket({ id: 4 }) }
  }
  receiveNoteEvent({ action: 'create', ...note(1, []) })
  receiveNoteEvent({ action: 'create', ...note(2, [mention], ana.id) })
  expect(notificationHistory.peek()).toEqual([])
  receiveNoteEvent({ action: 'create', ...note(3, [mention]) })
  const to = '/tickets/uuid-4?note=3'
  expect(notificationHistory.peek()).toMatchObject([
    { kind: 'mention', title: 'Contato 4', text: 'Bia: @Ana, veja', to, times: 1 },
  ])
  markNoteSeen(4)
  expect(notificationHistory.peek()).toMatchObject([{ times: 0 }])
  receiveNoteEvent({ action: 'delete', noteId: 3, ticketId: 4, ticket: ticket({ id: 4 }) })
  expect(notificationHistory.peek()).toEqual([])
  setNotifyPreferences({ quiet: false })
})

test('a mention counts at the bell until its ticket was seen on any device', async () => {
  const mention = {
    id: 5,
    ticketId: 4,
    uuid: 'uuid-4',
    contactName: 'Joana',
    author: 'Bia',
    note: '@Ana',
    createdAt: '',
  }
  const calls = serve(({ path }) =>
    json({ tickets: [], hasMore: false, ...(path.endsWith('mentions') && { mentions: [mention] }) }),
  )
  await reloadAttention()
  expect([attention.peek().count, hasMyMention(4), hasMyMention(5)]).toEqual([1, true, false])
  // The same ticket is not counted twice.
  updateAttention(ticket({ id: 4, userId: ana.id, unreadMessages: 1 }))
  expect(attention.peek().count).toBe(1)
  markMentionsSeen(4)
  await until('word of it', () => calls.at(-1)?.method === 'POST')
  expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/ticket-notes/mentions/seen' })
  await myMentions.reload()
  expect(hasMyMention(4)).toBe(true)
  receiveMentionEvent({ action: 'seen', userId: ana.id, ticketId: 4 })
  expect(hasMyMention(4)).toBe(false)
  clearAttention()
})

test('a customer of the robot is neither counted nor notified of; the hand-over to people notifies once', async () => {
  removeFromHistory()
  setNotifyPreferences({ quiet: true })
  serve(() => json({ tickets: [], mentions: [], hasMore: false, next: null }))
  await reloadAttention()
  const asking = ticket({ id: 4, status: 'pending', userId: null, chatbot: true, unreadMessages: 1 })
  const message = { id: 1, fromMe: false } as Message
  receiveTicketEvent({ action: 'update', ticket: asking })
  receiveCustomerMessage({ action: 'create', message, ticket: asking })
  expect([attention.peek().count, notificationHistory.peek()]).toEqual([0, []])
  const waiting = { ...asking, chatbot: false, updatedAt: '2026-11-21T12:00:00.000Z' }
  for (let times = 0; times < 2; times++) receiveTicketEvent({ action: 'update', ticket: waiting })
  expect(attention.peek().count).toBe(1)
  expect(notificationHistory.peek()).toMatchObject([{ kind: 'pending', title: 'Contato 4', times: 1 }])
  receiveCustomerMessage({ action: 'create', message: { ...message, id: 2 }, ticket: waiting })
  expect(notificationHistory.peek()).toMatchObject([{ times: 2 }])
  removeFromHistory()
  setNotifyPreferences({ quiet: false })
  clearAttention()
})

function Screen() {
  useTitle('Tela')
  return null
}

test.each([
  [{ count: 0, more: false }, 'Tela'],
  [{ count: 3, more: false }, '(3) Tela'],
  [{ count: 40, more: true }, '(40+) Tela'],
  [{ count: 140, more: false }, '(99+) Tela'],
])('the window title starts with the number of the bell: %j', (news, expected) => {
  render(createElement(Screen))
  setTitleCount(news)
  expect(document.title).toStartWith(expected)
  setTitleCount({ count: 0, more: false })
  unmount()
})

describe('attention lists', () => {
  const pageSize = 5
  let stored: Map<number, Ticket>
  let clock = 0
  const lists = { mine: unreadTickets, waiting: waitingTickets }
  type ListName = keyof typeof lists
  const fresh = (name: ListName) =>
    [...stored.values()]
      .filter((one) => isCountedInTicketList(name, one, ana.id) && (name === 'waiting' || one.unreadMessages > 0))
      .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))

  function answer(url: URL) {
    const name = url.searchParams.get('list') as ListName
    const [updatedAt] = (url.searchParams.get('cursor') ?? '').split('|')
    const rest = updatedAt ? fresh(name).filter((one) => one.updatedAt < updatedAt) : fresh(name)
    const tickets = rest.slice(0, pageSize)
    const hasMore = rest.length > pageSize
    const last = tickets.at(-1)
    return json({ tickets, hasMore, next: hasMore ? `${last?.updatedAt}|${last?.id}` : null })
  }
  const state = fc.record({
    id: fc.integer({ min: 1, max: 16 }),
    status: fc.constantFrom('open', 'pending', 'closed'),
    mine: fc.boolean(),
    chatbot: fc.boolean(),
    unreadMessages: fc.nat(2),
    gone: fc.boolean(),
  })
  type State = typeof state extends fc.Arbitrary<infer S> ? S : never
  function change({ id, status, mine, chatbot, unreadMessages }: State) {
    const updatedAt = new Date(++clock * 1000).toISOString()
    const userId = status === 'pending' ? null : mine ? ana.id : 99
    const isRobots = chatbot && status === 'pending'
    stored.set(id, { ...ticket({ id }), status, userId, chatbot: isRobots, unreadMessages, updatedAt } as Ticket)
    return stored.get(id)!
  }

  function applyState(one: State) {
    if (!one.gone) updateAttention(change(one))
    else if (stored.delete(one.id)) removeAttention(one.id)
  }

  /** The loaded rows are the start of a fresh list, and the remaining pages follow. */
  async function isFresh(name: ListName) {
    const held = lists[name].rows.peek()
    expect(held).toEqual(fresh(name).slice(0, held.length))
    while (lists[name].hasMore.peek()) await lists[name].more()
    expect(lists[name].rows.peek()).toEqual(fresh(name))
  }

  test('loaded pages plus events equal a fresh load', async () => {
    globalThis.fetch = (async (url: string) => answer(new URL(url, 'http://localhost'))) as typeof fetch
    const some = (maxLength: number) => fc.array(state, { maxLength })
    await fc.assert(
      fc.asyncProperty(some(16), some(20), async (before, after) => {
        stored = new Map()
        clock = Date.parse('2026-11-20T12:00:00.000Z') / 1000
        clearAttention()
        before.map(change)
        await Promise.all([unreadTickets.more(), waitingTickets.more()])
        after.map(applyState)
        await isFresh('mine')
        await isFresh('waiting')
        expect(attention.peek()).toEqual({ count: fresh('mine').length + fresh('waiting').length, more: false })
      }),
      { numRuns: 100 },
    )
  })
})
