import './browser'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Me } from '../../src/features/auth/model'
import type { Ticket } from '../../src/features/tickets/model'
import { draftOf, keepDraft } from '../../ui/lib/drafts'
import { session } from '../../ui/lib/session'
import { steady } from '../../ui/pages/tickets/store/steady'
import { byNewest, counts, dropTicket, lists, putTicket, query, search } from '../../ui/pages/tickets/store/tickets'
import { ana, json } from './browser'
import { ticket } from './tickets-fixtures'

const pageSize = 5
const nativeFetch = globalThis.fetch
let stored: Map<number, Ticket>
let clock = 0

/** What a fresh load of a list would show, whole. */
const fresh = (status: Ticket['status']) =>
  [...stored.values()]
    .filter((one) => one.status === status && (status !== 'open' || one.userId === ana.id))
    .sort(byNewest)

/** The server's pages of the tickets stored. */
function answer(url: URL) {
  const status = url.searchParams.get('status') as Ticket['status'] | null
  const text = url.searchParams.get('searchParam') ?? ''
  const all = status ? fresh(status) : [...stored.values()].filter(({ contact }) => contact.name.includes(text))
  const [updatedAt, id] = (url.searchParams.get('cursor') ?? '').split('|')
  const rest = updatedAt ? all.filter((one) => byNewest(one, { ...one, updatedAt, id: Number(id) }) > 0) : all
  const tickets = rest.slice(0, pageSize)
  const last = tickets.at(-1)
  const hasMore = pageSize < rest.length
  const total = { open: fresh('open').length, pending: fresh('pending').length }
  return json({ tickets, hasMore, next: hasMore ? `${last?.updatedAt}|${last?.id}` : null, counts: total })
}

/** Changes a ticket on the server, as of now. */
function change(id: number, changes: Partial<Ticket>): Ticket {
  const updatedAt = new Date(++clock * 1000).toISOString()
  const now = { ...(stored.get(id) ?? ticket({ id })), ...changes, updatedAt }
  stored.set(id, now)
  return now
}

const ids = (rows: Ticket[]) => rows.map(({ id }) => id)
const shown = (name: 'open' | 'pending' | 'closed') => ids(lists[name].rows.peek())

beforeEach(() => {
  clock = Date.parse('2026-11-20T12:00:00.000Z') / 1000
  stored = new Map()
  session.value = { kind: 'in', me: ana as unknown as Me }
  for (const list of Object.values(lists)) list.clear()
  query.value = ''
  globalThis.fetch = (async (url: string) => answer(new URL(url, 'http://localhost'))) as typeof fetch
})
afterEach(() => {
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

describe('ticket lists', () => {
  test('accepting moves a ticket from waiting to mine, and counts both', async () => {
    const waiting = change(1, { status: 'pending', userId: null })
    await Promise.all([lists.open.more(), lists.pending.more()])
    expect([counts.open.peek(), counts.pending.peek()]).toEqual([0, 1])
    putTicket(change(1, { status: 'open', userId: ana.id }))
    expect([shown('open'), shown('pending')]).toEqual([[waiting.id], []])
    expect([counts.open.peek(), counts.pending.peek()]).toEqual([1, 0])
  })

  test("what a colleague holds is not among one's own", async () => {
    await lists.open.more()
    putTicket(change(1, { status: 'open', userId: 99 }))
    expect(shown('open')).toEqual([])
  })

  test('a list that is longer than what was loaded keeps the count of the server', async () => {
    for (let id = 1; id <= 12; id++) change(id, { status: 'pending', userId: null })
    await lists.pending.more()
    expect([lists.pending.rows.peek().length, counts.pending.peek()]).toEqual([5, 12])
    putTicket(change(12, { status: 'open', userId: 99 }))
    dropTicket(11)
    expect(counts.pending.peek()).toBe(10)
  })

  test('a search asks once per text and forgets with it', async () => {
    change(1, { contact: { ...ticket().contact, name: 'Ana' } })
    change(2, { contact: { ...ticket().contact, name: 'Bia' } })
    search('Ana')
    await Bun.sleep(5)
    expect(ids(lists.search.rows.peek())).toEqual([1])
    putTicket(change(2, { unreadMessages: 1 }))
    expect(ids(lists.search.rows.peek())).toEqual([1])
    search('')
    expect(lists.search.rows.peek()).toEqual([])
  })

  test('pages + events = a fresh load', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), fc.array(step, { maxLength: 25 }), async (before, after) => {
        stored = new Map()
        for (const list of Object.values(lists)) list.clear()
        for (const one of before) change(one.id, moved(one))
        await Promise.all(names.map((name) => lists[name].more()))
        for (const one of after) await happen(one)
        for (const name of names) await isFresh(name)
      }),
      { numRuns: 100 },
    )
  })
})

const names = ['open', 'pending', 'closed'] as const
const status = fc.constantFrom(...names)
const step = fc.record({ id: fc.integer({ min: 1, max: 20 }), status, mine: fc.boolean(), more: fc.boolean() })
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const moved = ({ status, mine }: Step) => ({ status, userId: status === 'pending' ? null : mine ? ana.id : 99 })

/** A ticket goes somewhere, and the person may scroll on. */
async function happen(one: Step) {
  putTicket(change(one.id, moved(one)))
  if (one.more) await lists[one.status].more()
}

/** What is loaded is the beginning of a fresh list, and the rest of it follows. */
async function isFresh(name: (typeof names)[number]) {
  const held = shown(name)
  expect(held).toEqual(ids(fresh(name)).slice(0, held.length))
  while (lists[name].hasMore.peek()) await lists[name].more()
  expect(shown(name)).toEqual(ids(fresh(name)))
}

describe('the row under the pointer', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id }))
  const after = (shown: number[], next: number[], held: number[]) =>
    steady(rows(...shown), rows(...next), held).map(({ id }) => id)

  test('stays where it is while the others move', () => {
    expect(after([1, 2, 3], [3, 1, 2], [1])).toEqual([1, 3, 2])
    expect(after([1, 2, 3], [9, 1, 2, 3], [2])).toEqual([9, 2, 1, 3])
    expect(after([1, 2, 3], [1, 3], [2])).toEqual([1, 2, 3])
    expect(after([1, 2], [2, 1], [])).toEqual([2, 1])
  })

  test('and nothing is lost or doubled by it', () => {
    const some = fc.uniqueArray(fc.nat(12), { maxLength: 10 })
    fc.assert(
      fc.property(some, some, fc.array(fc.nat(12), { maxLength: 2 }), (shown, next, held) => {
        const out = after(shown, next, held)
        expect(new Set(out).size).toBe(out.length)
        for (const id of next) expect(out).toContain(id)
        const others = next.filter((id) => !held.includes(id)).length
        for (const id of held) {
          const place = shown.indexOf(id)
          // Fewer rows than there were above it: then it cannot but move up.
          if (place >= 0 && place <= others) expect(out.indexOf(id)).toBe(place)
        }
      }),
    )
  })
})

test('a draft belongs to a person and a ticket, and an empty one is gone', () => {
  keepDraft(1, 'meio escrito')
  expect([draftOf(1), draftOf(2)]).toEqual(['meio escrito', ''])
  session.value = { kind: 'in', me: { ...ana, id: 8 } as unknown as Me }
  expect(draftOf(1)).toBe('')
  session.value = { kind: 'in', me: ana as unknown as Me }
  expect(draftOf(1)).toBe('meio escrito')
  keepDraft(1, '')
  expect(draftOf(1)).toBe('')
})
