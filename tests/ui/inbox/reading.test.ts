import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Me } from '../../../src/features/accounts/auth/model'
import { myMentions, upsertMention } from '../../../ui/lib/my-mentions'
import { reportReachable, reportUnreachable } from '../../../ui/lib/offline'
import { session } from '../../../ui/lib/session'
import { lostReadRetry } from '../../../ui/pages/inbox/tickets/store/lost-reads'
import { markMentionsWhileSeen, markReadWhileSeen } from '../../../ui/pages/inbox/tickets/store/reading'
import { Thread } from '../../../ui/pages/inbox/tickets/store/thread'
import { until } from '../../until'
import { ana, type Call, json, serve } from '../browser'
import { messageServer, ticket } from './tickets-fixtures'

/** State of the window as a browser reports it. */
const visibility = { visible: true, focused: true }
const look = (now: Partial<typeof visibility>) => {
  Object.assign(visibility, now)
  document.dispatchEvent(new window.Event('visibilitychange'))
  window.dispatchEvent(new window.Event('focus'))
}
Object.defineProperty(document, 'visibilityState', { get: () => (visibility.visible ? 'visible' : 'hidden') })
document.hasFocus = () => visibility.focused

const nativeFetch = globalThis.fetch
let calls: Call[]
let stop = () => {}
beforeEach(() => {
  session.value = { kind: 'in', me: ana as unknown as Me }
  calls = serve(() => json({}))
  Object.assign(visibility, { visible: true, focused: true })
})
afterEach(() => {
  stop()
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

const unread = { status: 'open', userId: ana.id, unreadMessages: 2 } as const
const open = (changes: Parameters<typeof ticket>[0]) => {
  const thread = new Thread(ticket(changes), messageServer(0).load)
  stop = markReadWhileSeen(thread)
  return thread
}
/** Requests so far, once there are `count`, plus a moment in which more could follow. */
const readRequests = async (count = 0) => {
  await until(`${count} calls`, () => calls.length >= count)
  await Bun.sleep(1)
  return calls.map(({ method, path }) => `${method} ${path}`)
}

test('an open ticket on screen is marked read by its agent, later messages too', async () => {
  const thread = open(unread)
  expect(await readRequests(1)).toEqual(['POST /api/tickets/1/read'])
  thread.applyTicket(ticket({ ...unread, unreadMessages: 0 }))
  thread.applyTicket(ticket({ ...unread, unreadMessages: 1 }))
  expect(await readRequests(2)).toHaveLength(2)
})

test('a ticket in an unfocused window is not marked read until the window gets the focus', async () => {
  for (const away of [{ visible: false }, { focused: false }]) {
    calls.length = 0
    look(away)
    open(unread)
    expect(await readRequests()).toEqual([])
    look({ visible: true, focused: true })
    expect(await readRequests(1)).toEqual(['POST /api/tickets/1/read'])
    stop()
  }
})

test("a colleague's, pending, closed or read ticket on screen is not marked read", async () => {
  for (const changes of [{ userId: 99 }, { status: 'pending' }, { status: 'closed' }, { unreadMessages: 0 }] as const) {
    open({ ...unread, ...changes })
    stop()
  }
  expect(await readRequests()).toEqual([])
})

test('a ticket that was left is not marked read', async () => {
  const thread = open({ ...unread, unreadMessages: 0 })
  stop()
  thread.applyTicket(ticket(unread))
  look({})
  expect(await readRequests()).toEqual([])
})

test('a mark as read lost offline is sent again after the reconnect, also for a ticket that was left', async () => {
  calls = serve(() => Promise.reject(new TypeError('Failed to fetch')))
  reportUnreachable()
  open(unread)
  expect(await readRequests(1)).toEqual(['POST /api/tickets/1/read'])
  stop()
  calls = serve(({ method }) => json(method === 'GET' ? ticket(unread) : {}))
  reportReachable()
  expect(await readRequests(2)).toEqual(['GET /api/tickets/u/uuid-1', 'POST /api/tickets/1/read'])
})

test('a mark as read lost offline is not sent again once the ticket has a new message', async () => {
  calls = serve(() => Promise.reject(new TypeError('Failed to fetch')))
  reportUnreachable()
  open(unread)
  await readRequests(1)
  stop()
  calls = serve(() => json(ticket({ ...unread, unreadMessages: 3 })))
  reportReachable()
  expect(await readRequests(1)).toEqual(['GET /api/tickets/u/uuid-1'])
})

test('a mark as read that the server refuses is not repeated, one that fails at the server is', async () => {
  reportReachable()
  lostReadRetry.delay = 0
  calls = serve(() => json({ error: 'ERR_NO_PERMISSION' }, 403))
  open(unread)
  expect(await readRequests(1)).toHaveLength(1)
  stop()
  calls = serve(({ method }) => {
    if (method === 'GET') return json(ticket(unread))
    return calls.length === 1 ? json({ error: 'ERR_INTERNAL_SERVER_ERROR' }, 500) : json({})
  })
  open(unread)
  const sent = ['POST /api/tickets/1/read', 'GET /api/tickets/u/uuid-1', 'POST /api/tickets/1/read']
  expect(await readRequests(3)).toEqual(sent)
})

test('a mention is marked seen once its ticket is on screen in a focused window', async () => {
  const note = { id: 9, ticketId: 1, contactId: 1, userId: 99, user: null, note: '@Ana', mentions: [], createdAt: '' }
  look({ focused: false })
  stop = markMentionsWhileSeen(new Thread(ticket(), messageServer(0).load))
  upsertMention(note, ticket())
  upsertMention({ ...note, id: 10, ticketId: 2 }, ticket({ id: 2 }))
  expect(await readRequests()).toEqual([])
  look({ focused: true })
  expect(await readRequests(1)).toEqual(['POST /api/ticket-notes/mentions/seen'])
  expect(myMentions.rows.peek().map(({ id }) => id)).toEqual([10])
  myMentions.clear()
})
