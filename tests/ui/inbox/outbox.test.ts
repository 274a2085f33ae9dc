import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Me } from '../../../src/features/accounts/auth/model'
import { AppError, type ErrorCode } from '../../../src/shared/errors'
import { reportReachable, reportUnreachable } from '../../../ui/lib/offline'
import { removeUnsent } from '../../../ui/lib/outbox/deliver'
import { undeliveredEntries, unsentEntries } from '../../../ui/lib/outbox/entries'
import { failureKind, retryDelay } from '../../../ui/lib/outbox/failure'
import { adoptOrphanedEntries, discardMessage, retrySending, undoSend } from '../../../ui/lib/outbox/outbox'
import type { StoredEntry } from '../../../ui/lib/outbox/stored-entries'
import { heldMessages, releaseAllHeld } from '../../../ui/lib/outbox/undo-hold'
import { session } from '../../../ui/lib/session'
import { clearPersonalData } from '../../../ui/lib/storage'
import { sendFromThread, sendWithQuestion } from '../../../ui/pages/inbox/tickets/store/outbox'
import type { Bubble } from '../../../ui/pages/inbox/tickets/store/rows'
import { getThread } from '../../../ui/pages/inbox/tickets/store/threads'
import { until } from '../../until'
import { ana, json } from '../browser'
import { message, ticket } from './tickets-fixtures'

const nativeFetch = globalThis.fetch
interface Post {
  body: string
  key: string | null
  answer: (response: Response | Error) => void
}
let posts: Post[]
/** Messages stored by the server, with their client ids. */
let page: { id: number; clientId: string }[]
const emptyPage = { hasMore: false, next: null, hasNewer: false, newer: null, notes: [], events: [] }
const pageOf = (sent: typeof page) => ({
  messages: sent.map(({ id }) => message({ id, ticketId: last, contactId: last, fromMe: true })),
  sent,
  ticket: ticket({ id: last }),
})

beforeEach(() => {
  posts = []
  session.value = { kind: 'in', me: ana as unknown as Me }
  page = []
  reportReachable()
  localStorage.clear()
  globalThis.fetch = ((_: string, init: RequestInit) =>
    new Promise((resolve, reject) => {
      if (!init.body) return resolve(json({ ...emptyPage, ...pageOf(page) }))
      const { body } = JSON.parse(String(init.body))
      const key = new Headers(init.headers).get('idempotency-key')
      const answer = (what: Response | Error) => (what instanceof Error ? reject(what) : resolve(what))
      posts.push({ body, key, answer })
    })) as typeof fetch
})
afterEach(() => {
  for (const { clientId } of unsentEntries.peek()) removeUnsent(clientId)
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

const stored = (id: number, body: string) => json({ messages: [message({ id, body, fromMe: true })] })
/** Waits 5 ms, in which an unexpected request would be sent. */
const settle = () => Bun.sleep(5)
const posted = (count: number) => until(`${count} posts`, () => posts.length >= count)
let last = 100
const open = () => getThread(ticket({ id: ++last }))
const bubbles = (thread: ReturnType<typeof getThread>): Bubble[] =>
  thread.rows.peek().flatMap((row) => (row.kind === 'bubble' ? [row.bubble.peek()] : []))
/** Waits until the first bubble has the state; null for a message stored by the server. */
const becomes = (thread: ReturnType<typeof getThread>, state: 'waiting' | 'failed' | null) =>
  until(`a bubble ${state}`, () => {
    const [first] = bubbles(thread)
    return first && (first.sending?.state ?? null) === state
  })

test('a sent message shows a bubble at once, which keeps its key when the server confirms the message', async () => {
  const thread = open()
  sendFromThread(thread, { body: 'oi', quoted: null })
  await posted(1)
  const [waiting] = bubbles(thread)
  expect(waiting).toMatchObject({ message: { body: 'oi', ack: 0 }, sending: { state: 'sending' } })
  posts[0]!.answer(stored(1, 'oi'))
  await becomes(thread, null)
  expect(bubbles(thread)).toMatchObject([{ key: waiting!.key, message: { id: 1 }, sending: null }])
})

test('a message whose response is lost is sent again under the same key when the server is reachable', async () => {
  const thread = open()
  sendFromThread(thread, { body: 'oi', quoted: null })
  await posted(1)
  reportUnreachable()
  posts[0]!.answer(new TypeError('no answer'))
  await becomes(thread, 'waiting')
  expect(undeliveredEntries.peek()).toMatchObject([{ state: 'waiting', cause: 'connection' }])
  reportReachable()
  await posted(2)
  expect(posts.map(({ key }) => key)).toEqual([posts[0]!.key, posts[0]!.key])
  posts[1]!.answer(stored(1, 'oi'))
  await becomes(thread, null)
  expect(bubbles(thread)).toMatchObject([{ sending: null, message: { id: 1 } }])
  expect([unsentEntries.peek(), localStorage.length]).toEqual([[], 0])
})

test.each([
  ['503', json({ error: 'ERR_STORAGE' }, 503), 'server'],
  ['error page of a proxy', new Response('<html>Bad gateway</html>', { status: 502 }), 'server'],
  ['429', json({ error: 'ERR_RATE_LIMIT' }, 429, { 'retry-after': '0' }), 'server'],
  ['login page of a captive portal', new Response('<html>Log in</html>'), 'connection'],
] as const)('a temporary failure (%s) keeps the message waiting and sends it again first', async (_, answer, cause) => {
  const thread = open()
  sendFromThread(thread, oi('um'))
  sendFromThread(thread, oi('dois'))
  await posted(1)
  reportUnreachable()
  posts[0]!.answer(answer)
  await becomes(thread, 'waiting')
  expect(undeliveredEntries.peek()).toMatchObject([{ cause }])
  reportReachable()
  await posted(2)
  posts[1]!.answer(stored(1, 'um'))
  await posted(3)
  expect(posts.map(({ body }) => body)).toEqual(['um', 'um', 'dois'])
})

test('a refused message stays failed until retrySending, which reuses its key', async () => {
  const thread = open()
  sendFromThread(thread, oi())
  await posted(1)
  posts[0]!.answer(json({ error: 'ERR_TICKET_NOT_OPEN' }, 409))
  await becomes(thread, 'failed')
  const [failed] = bubbles(thread)
  reportUnreachable()
  reportReachable()
  await settle()
  expect(posts.length).toBe(1)
  retrySending(failed!.key)
  await posted(2)
  expect(posts[1]!.key).toBe(posts[0]!.key)
  posts[1]!.answer(stored(1, 'oi'))
  await becomes(thread, null)
})

test.each<[ErrorCode, ReturnType<typeof failureKind>]>([
  ['ERR_UNREACHABLE', 'connection'],
  ['ERR_INTERNAL_SERVER_ERROR', 'server'],
  ['ERR_NOT_READY', 'server'],
  ['ERR_RATE_LIMIT', 'server'],
  ['ERR_SESSION_EXPIRED', 'signedOut'],
  ['ERR_ACCESSED_ELSEWHERE', 'signedOut'],
  ['ERR_SUBSCRIPTION_EXPIRED', 'signedOut'],
  ['ERR_NO_MEDIA_FOUND', 'upload'],
  ['ERR_NO_PERMISSION', 'refused'],
  ['ERR_NO_TICKET_FOUND', 'refused'],
  ['ERR_IDEMPOTENCY_REUSED', 'refused'],
  ['ERR_TOO_LARGE', 'refused'],
])('failureKind(%s) is %s', (code, meaning) => {
  expect(failureKind(new AppError(code))).toBe(meaning)
})

test('retryDelay doubles up to 30 s and is at least the retryAfter of the server', () => {
  const failure = new AppError('ERR_UNREACHABLE')
  for (const [tries, longest] of [
    [0, 1000],
    [3, 8000],
    [50, 30_000],
  ] as const) {
    const delay = retryDelay(tries, failure)
    expect(delay).toBeLessThanOrEqual(longest)
    expect(delay).toBeGreaterThanOrEqual(longest / 2)
  }
  expect(retryDelay(0, new AppError('ERR_RATE_LIMIT', { retryAfter: 90 }))).toBe(90_000)
  expect(failureKind(new DOMException('late', 'AbortError'))).toBe('connection')
})

test('messages sent in quick succession are posted one after the other', async () => {
  const thread = open()
  sendFromThread(thread, { body: 'um', quoted: null })
  sendFromThread(thread, { body: 'dois', quoted: null })
  await posted(1)
  await settle()
  expect(posts.map(({ body }) => body)).toEqual(['um'])
  posts[0]!.answer(stored(1, 'um'))
  await posted(2)
  expect(posts.map(({ body }) => body)).toEqual(['um', 'dois'])
})

test('a discarded message loses its bubble', async () => {
  const thread = open()
  sendFromThread(thread, { body: 'oi', quoted: null })
  await posted(1)
  posts[0]!.answer(json({ error: 'ERR_TICKET_NOT_OPEN' }, 409))
  await becomes(thread, 'failed')
  discardMessage(bubbles(thread)[0]!.key)
  expect(bubbles(thread)).toEqual([])
})

const patient = () => {
  session.value = { kind: 'in', me: { ...ana, undoSeconds: 10 } as unknown as Me }
}
const oi = (body = 'oi') => ({ body, quoted: null })

test('undoSend within the undo time returns all drafts and posts nothing', async () => {
  patient()
  const thread = open()
  const { id } = thread.ticket.peek()
  sendFromThread(thread, oi('um'), oi('dois'))
  await settle()
  expect(posts).toEqual([])
  expect(bubbles(thread).length).toBe(2)
  expect(undoSend(id).map(({ body }) => body)).toEqual(['um', 'dois'])
  await settle()
  expect([posts, bubbles(thread), heldMessages(id).peek(), undoSend(id)]).toEqual([[], [], null, []])
})

test.each([
  [true, ['um'], []],
  [false, [], ['um']],
])(
  'at the end of the undo time a question answered with %s posts %j and hands back %j',
  async (isSent, bodies, back) => {
    patient()
    const thread = open()
    const handedBack: string[] = []
    const takeBack = (_: number, drafts: { body: string }[]) => handedBack.push(...drafts.map(({ body }) => body))
    sendWithQuestion(thread, { confirm: async () => isSent, takeBack }, oi('um'))
    await settle()
    expect([posts, handedBack]).toEqual([[], []])
    releaseAllHeld()
    await (isSent ? posted(1) : until('the message', () => handedBack.length > 0))
    await settle()
    expect([posts.map(({ body }) => body), handedBack]).toEqual([bodies, back])
    expect(bubbles(thread).length).toBe(bodies.length)
  },
)

test('an undone message is not asked about', async () => {
  patient()
  const thread = open()
  let questions = 0
  const confirm = async () => questions++ >= 0
  sendWithQuestion(thread, { confirm, takeBack: () => {} }, oi('um'))
  undoSend(thread.ticket.peek().id)
  await settle()
  expect([questions, posts]).toEqual([0, []])
})

test('a further message releases the held one; releaseAll releases all', async () => {
  patient()
  const thread = open()
  sendFromThread(thread, oi('um'))
  sendFromThread(thread, oi('dois'))
  await posted(1)
  expect(posts.map(({ body }) => body)).toEqual(['um'])
  posts[0]!.answer(stored(1, 'um'))
  await becomes(thread, null)
  await settle()
  expect(posts.length).toBe(1)
  releaseAllHeld()
  await posted(2)
  expect(posts.map(({ body }) => body)).toEqual(['um', 'dois'])
})

const storedEntry = (changes: Partial<StoredEntry>): StoredEntry => ({
  clientId: crypto.randomUUID(),
  userId: ana.id,
  companyId: ana.companyId,
  ticketId: last,
  uuid: 'x',
  name: 'Lia',
  draft: oi(),
  state: 'sending' as const,
  error: '',
  at: Date.now(),
  tab: 'gone',
  ...changes,
})
/** Stores messages as another page of this browser would. */
function storeRows(...rows: StoredEntry[]) {
  for (const row of rows) localStorage.setItem(`outbox:${row.userId}:${row.clientId}`, JSON.stringify(row))
}

test('messages left by a closed tab are sent once, in order, under their own keys', async () => {
  const thread = open()
  const at = Date.now()
  storeRows(
    storedEntry({ clientId: 'second', draft: oi('dois'), at }),
    storedEntry({ clientId: 'first', draft: oi('um'), at: at - 5 }),
  )
  await Promise.all([adoptOrphanedEntries(), adoptOrphanedEntries()])
  await posted(1)
  await settle()
  expect(posts.map(({ key }) => key)).toEqual(['first'])
  posts[0]!.answer(stored(1, 'um'))
  await posted(2)
  posts[1]!.answer(stored(2, 'dois'))
  await until('both stored', () => unsentEntries.peek().length === 0)
  expect(bubbles(thread)).toMatchObject([
    { sending: null, message: { id: 1 } },
    { sending: null, message: { id: 2 } },
  ])
  expect([posts.map(({ key }) => key), localStorage.length]).toEqual([['first', 'second'], 0])
})

test('a text is in localStorage under its author when send returns, and survives a logout', async () => {
  reportUnreachable()
  const thread = open()
  sendFromThread(thread, oi('guarde'))
  const [key] = Object.keys(localStorage)
  expect(JSON.parse(localStorage.getItem(key!)!)).toMatchObject({ userId: ana.id, draft: { body: 'guarde' } })
  clearPersonalData()
  expect(Object.keys(localStorage)).toEqual([key!])
})

test('a left message that the server has is one bubble, loaded before or after its adoption', async () => {
  for (const isFirst of [true, false]) {
    const thread = open()
    const one = storedEntry({ clientId: `had-${isFirst}`, ticketId: last })
    page = [{ id: 900 + last, clientId: one.clientId }]
    storeRows(one)
    if (isFirst) await thread.reload()
    await adoptOrphanedEntries()
    await thread.reload()
    expect(bubbles(thread)).toMatchObject([{ sending: null, message: { id: 900 + last } }])
    await until('nothing left', () => localStorage.length === 0)
  }
})

test('left messages that failed or are older than 20 hours are not sent', async () => {
  const thread = open()
  storeRows(storedEntry({ state: 'failed', error: 'sem rede' }), storedEntry({ at: Date.now() - 48 * 3_600_000 }))
  await adoptOrphanedEntries()
  await settle()
  expect(posts).toEqual([])
  expect(bubbles(thread).map(({ sending }) => sending?.state)).toEqual(['failed', 'failed'])
})

test.each([
  ['another user', { ...ana, id: 8 }],
  ['a user with the same id in another company', { ...ana, companyId: 9 }],
])('%s does not send messages left in this browser', async (_, other) => {
  open()
  storeRows(storedEntry({}))
  session.value = { kind: 'in', me: other as unknown as Me }
  await adoptOrphanedEntries()
  await settle()
  expect([posts.length, unsentEntries.peek().length, localStorage.length]).toEqual([0, 0, 1])
})

test('a message held on this page is not sent after another user signed in', async () => {
  patient()
  const thread = open()
  sendFromThread(thread, oi('meu'))
  session.value = { kind: 'in', me: { ...ana, id: 8 } as unknown as Me }
  releaseAllHeld()
  await settle()
  expect(posts).toEqual([])
})
