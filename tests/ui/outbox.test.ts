import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Me } from '../../src/features/auth/model'
import { session } from '../../ui/lib/session'
import { heldOf, releaseAll } from '../../ui/pages/tickets/store/hold'
import { discard, resume, retrySending, send, takeBack } from '../../ui/pages/tickets/store/outbox'
import type { Bubble } from '../../ui/pages/tickets/store/rows'
import { threadOf } from '../../ui/pages/tickets/store/threads'
import { until } from '../until'
import { ana, json } from './browser'
import { message, ticket } from './tickets-fixtures'

const nativeFetch = globalThis.fetch
interface Post {
  body: string
  key: string | null
  answer: (response: Response | Error) => void
}
let posts: Post[]
/** Messages the server has, by the keys they were sent under. */
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
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

const stored = (id: number, body: string) => json({ messages: [message({ id, body, fromMe: true })] })
/** For what should not happen: a moment in which it could. */
const settle = () => Bun.sleep(5)
const posted = (count: number) => until(`${count} posts`, () => posts.length >= count)
let last = 100
const open = () => threadOf(ticket({ id: ++last }))
const bubbles = (thread: ReturnType<typeof threadOf>): Bubble[] =>
  thread.rows.peek().flatMap((row) => (row.kind === 'bubble' ? [row.bubble.peek()] : []))
/** The first bubble is so: null once the server has it. */
const becomes = (thread: ReturnType<typeof threadOf>, state: 'failed' | null) =>
  until(`a bubble ${state}`, () => {
    const [first] = bubbles(thread)
    return first && (first.sending?.state ?? null) === state
  })

test('a message stands at once, and is the same bubble when the server has it', async () => {
  const thread = open()
  send(thread, { body: 'oi', quoted: null })
  await posted(1)
  const [waiting] = bubbles(thread)
  expect(waiting).toMatchObject({ message: { body: 'oi', ack: 0 }, sending: { state: 'sending' } })
  posts[0]!.answer(stored(1, 'oi'))
  await becomes(thread, null)
  expect(bubbles(thread)).toMatchObject([{ key: waiting!.key, message: { id: 1 }, sending: null }])
})

test('a lost answer leaves Retry, which asks under the same key', async () => {
  const thread = open()
  send(thread, { body: 'oi', quoted: null })
  await posted(1)
  posts[0]!.answer(new TypeError('no answer'))
  await becomes(thread, 'failed')
  const [failed] = bubbles(thread)
  retrySending(failed!.key)
  await posted(2)
  expect(posts.map(({ key }) => key)).toEqual([posts[0]!.key, posts[0]!.key])
  posts[1]!.answer(stored(1, 'oi'))
  await becomes(thread, null)
  expect(bubbles(thread)).toMatchObject([{ sending: null, message: { id: 1 } }])
})

test('quick messages go one after the other', async () => {
  const thread = open()
  send(thread, { body: 'um', quoted: null })
  send(thread, { body: 'dois', quoted: null })
  await posted(1)
  await settle()
  expect(posts.map(({ body }) => body)).toEqual(['um'])
  posts[0]!.answer(stored(1, 'um'))
  await posted(2)
  expect(posts.map(({ body }) => body)).toEqual(['um', 'dois'])
})

test('what is discarded is gone', async () => {
  const thread = open()
  send(thread, { body: 'oi', quoted: null })
  await posted(1)
  posts[0]!.answer(json({ error: 'ERR_TICKET_NOT_OPEN' }, 409))
  await becomes(thread, 'failed')
  discard(bubbles(thread)[0]!.key)
  expect(bubbles(thread)).toEqual([])
})

const patient = () => {
  session.value = { kind: 'in', me: { ...ana, undoSeconds: 10 } as unknown as Me }
}
const oi = (body = 'oi') => ({ body, quoted: null })

test('what can be taken back has not been sent, and comes back whole', async () => {
  patient()
  const thread = open()
  const { id } = thread.ticket.peek()
  send(thread, oi('um'), oi('dois'))
  await settle()
  expect(posts).toEqual([])
  expect(bubbles(thread).length).toBe(2)
  expect(takeBack(id).map(({ body }) => body)).toEqual(['um', 'dois'])
  await settle()
  expect([posts, bubbles(thread), heldOf(id).peek(), takeBack(id)]).toEqual([[], [], null, []])
})

test('saying more lets go of what was said before; leaving the page lets go of all', async () => {
  patient()
  const thread = open()
  send(thread, oi('um'))
  send(thread, oi('dois'))
  await posted(1)
  expect(posts.map(({ body }) => body)).toEqual(['um'])
  posts[0]!.answer(stored(1, 'um'))
  await becomes(thread, null)
  await settle()
  expect(posts.length).toBe(1)
  releaseAll()
  await posted(2)
  expect(posts.map(({ body }) => body)).toEqual(['um', 'dois'])
})

const left = (changes: object) => ({
  clientId: crypto.randomUUID(),
  userId: ana.id,
  ticketId: last,
  uuid: 'x',
  draft: oi(),
  state: 'sending' as const,
  error: '',
  at: Date.now(),
  tab: 'gone',
  ...changes,
})

test('what an earlier page left behind is sent under its own key, once', async () => {
  const thread = open()
  const one = left({ clientId: 'kept' })
  resume(thread, one)
  resume(thread, one)
  await posted(1)
  await settle()
  expect(posts.map(({ key }) => key)).toEqual(['kept'])
  posts[0]!.answer(stored(1, 'oi'))
  await becomes(thread, null)
  expect(bubbles(thread)).toMatchObject([{ sending: null, message: { id: 1 } }])
})

test('what an earlier page left behind and the server has is one bubble, whoever tells of it first', async () => {
  for (const isFirst of [true, false]) {
    const thread = open()
    const one = left({ clientId: `had-${isFirst}`, ticketId: last })
    page = [{ id: 900 + last, clientId: one.clientId }]
    if (isFirst) await thread.reload()
    resume(thread, one)
    await thread.reload()
    expect(bubbles(thread)).toMatchObject([{ sending: null, message: { id: 900 + last } }])
  }
  await posted(1)
  await settle()
  // It was on its way before the page came.
  expect(posts.map(({ key }) => key)).toEqual(['had-false'])
})

test('what had failed, or is older than the server remembers, waits for the person', async () => {
  const thread = open()
  resume(thread, left({ state: 'failed', error: 'sem rede' }))
  resume(thread, left({ at: Date.now() - 48 * 3_600_000 }))
  await settle()
  expect(posts).toEqual([])
  expect(bubbles(thread).map(({ sending }) => sending?.state)).toEqual(['failed', 'failed'])
})

test('nobody sends what another person left in the same browser', async () => {
  const thread = open()
  send(thread, oi('meu'))
  session.value = { kind: 'in', me: { ...ana, id: 8 } as unknown as Me }
  await settle()
  expect(posts).toEqual([])
})
