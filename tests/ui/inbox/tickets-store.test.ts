import '../browser'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Me } from '../../../src/features/accounts/auth/model'
import type { Ticket } from '../../../src/features/inbox/tickets/model'
import { isInTicketList, ticketListNames } from '../../../src/shared/ticket-lists'
import { draftText, saveDraft } from '../../../ui/lib/drafts'
import { session } from '../../../ui/lib/session'
import { byLatestChange } from '../../../ui/lib/sort-order'
import { holdRows } from '../../../ui/pages/inbox/tickets/list/hold-rows'
import {
  changeFilter,
  changeSearch,
  clearFilters,
  setQueues,
} from '../../../ui/pages/inbox/tickets/store/change-filters'
import { recountDelay } from '../../../ui/pages/inbox/tickets/store/counts'
import {
  isSearching,
  queueIds,
  searchFilters,
  searchText,
  setQueueFilter,
} from '../../../ui/pages/inbox/tickets/store/filters'
import { byDueTime, byLongestWait } from '../../../ui/pages/inbox/tickets/store/sort'
import {
  applyPin,
  applyTagEvent,
  applyTicketToLists,
  counts,
  dropTicketFromLists,
  filteredCounts,
  lists,
  reloadLists,
} from '../../../ui/pages/inbox/tickets/store/tickets'
import { noFilters } from '../../../ui/search/filters'
import { until } from '../../until'
import { ana, json } from '../browser'
import { ticket } from './tickets-fixtures'

const pageSize = 5
const nativeFetch = globalThis.fetch
recountDelay.first = recountDelay.longest = 5
let stored: Map<number, Ticket>
let pinnedIds = new Set<number>()
let clock = 0

type ListName = keyof typeof lists

/** Complete list as a fresh load would show it, with the filters of the store. */
function fresh(name: ListName, asked: Asked = {}) {
  const { queues = [], tags = [], users = [], text = '', unanswered = false, snoozed } = asked
  return [...stored.values()]
    .filter((one) => name === 'search' || isInTicketList(name, one, ana.id))
    .filter((one) => queues.length === 0 || (one.queueId !== null && queues.includes(one.queueId)))
    .filter((one) => !unanswered || one.waitingSince !== null)
    .filter((one) => !snoozed || (snoozed === 'only') === (one.snoozedUntil !== null))
    .filter((one) => tags.every((id) => one.tags.some((tag) => tag.id === id)))
    .filter((one) => users.length === 0 || (one.userId !== null && users.includes(one.userId)))
    .filter((one) => one.contact.name.toLowerCase().includes(text.toLowerCase()))
    .sort(orderOf(name))
}

/** Order of the server: the client asks for the longest wait first among waiting tickets, for due times among open ones. */
const orderOf = (name: ListName) =>
  name === 'waiting' ? byLongestWait : name === 'mine' || name === 'all' ? byDueTime : byLatestChange
interface Asked {
  queues?: number[]
  tags?: number[]
  users?: number[]
  text?: string
  unanswered?: boolean
  snoozed?: 'none' | 'only'
}

/** All pinned open tickets, independent of filters. */
const pinnedRows = () => [...stored.values()].filter(({ id, status }) => pinnedIds.has(id) && status === 'open')
/** Pinned tickets in display order. */
const withPins = (rows: Ticket[]) => [
  ...rows.filter(({ id }) => pinnedIds.has(id)),
  ...rows.filter(({ id }) => !pinnedIds.has(id)),
]

const snoozedOf = (query: URLSearchParams) => (query.get('snoozed') ?? undefined) as Asked['snoozed']

/** Server pages of the stored tickets. */
function answer({ searchParams }: URL) {
  const ids = (name: string) => (searchParams.get(name) ?? '').split(',').filter(Boolean).map(Number)
  const name = (searchParams.get('list') as ListName | null) ?? 'search'
  const queues = ids('queueIds')
  const text = searchParams.get('searchParam') ?? ''
  const unanswered = searchParams.get('unanswered') === 'true'
  const snoozed = snoozedOf(searchParams)
  const users = ids('users')
  const all = fresh(name, { queues, tags: ids('tags'), users, text, unanswered, snoozed })
  const cursor = searchParams.get('cursor')
  const rest = cursor ? all.filter((one) => orderOf(name)(one, JSON.parse(cursor)) > 0) : all
  const tickets = rest.slice(0, pageSize)
  const last = tickets.at(-1)
  const hasMore = pageSize < rest.length
  const count = (which: ListName) => Math.min(100, fresh(which, which === 'mine' ? { snoozed: 'none' } : {}).length)
  const total = { mine: count('mine'), waiting: count('waiting'), robot: count('robot'), all: count('all') }
  const pinned = cursor || name !== 'mine' ? [] : pinnedRows()
  return json({
    tickets,
    hasMore,
    // The position of the last row.
    next: hasMore ? JSON.stringify(last) : null,
    counts: { ...total, filtered: Math.min(100, all.length) },
    pinned,
    matches: [],
  })
}

/** Changes a ticket on the server, with the current time. */
function change(id: number, changes: Partial<Ticket>): Ticket {
  const updatedAt = new Date(++clock * 1000).toISOString()
  const now = { ...(stored.get(id) ?? ticket({ id })), ...changes, updatedAt }
  stored.set(id, now)
  return now
}

const ids = (rows: Ticket[]) => rows.map(({ id }) => id)
const shown = (name: ListName) => ids(lists[name].rows.peek())

/** Resets lists and filters. */
function start() {
  for (const list of Object.values(lists)) list.clear()
  searchText.value = ''
  setQueueFilter([])
  searchFilters.value = noFilters
}

beforeEach(() => {
  clock = Date.parse('2026-11-20T12:00:00.000Z') / 1000
  stored = new Map()
  pinnedIds = new Set()
  session.value = { kind: 'in', me: ana as unknown as Me }
  start()
  globalThis.fetch = (async (url: string) => answer(new URL(url, 'http://localhost'))) as typeof fetch
})
afterEach(() => {
  start()
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

describe('ticket lists', () => {
  test('accepting a ticket moves it from pending to open and updates both counts', async () => {
    const waiting = change(1, { status: 'pending', userId: null })
    await Promise.all([lists.mine.more(), lists.waiting.more()])
    expect([counts.mine.peek(), counts.waiting.peek()]).toEqual([0, 1])
    applyTicketToLists(change(1, { status: 'open', userId: ana.id }))
    expect([shown('mine'), shown('waiting')]).toEqual([[waiting.id], []])
    expect([counts.mine.peek(), counts.waiting.peek()]).toEqual([1, 0])
  })

  test("a colleague's ticket is not in the user's own list", async () => {
    await lists.mine.more()
    applyTicketToLists(change(1, { status: 'open', userId: 99 }))
    expect(shown('mine')).toEqual([])
  })

  test("a list with further pages shows the server's count", async () => {
    for (let id = 1; id <= 12; id++) change(id, { status: 'pending', userId: null })
    await lists.waiting.more()
    expect([lists.waiting.rows.peek().length, counts.waiting.peek()]).toEqual([5, 12])
    applyTicketToLists(change(2, { status: 'open', userId: 99 }))
    dropTicketFromLists(3)
    expect(counts.waiting.peek()).toBe(10)
  })

  test('changes beyond the loaded pages cause one recount by the server', async () => {
    for (let id = 1; id <= 12; id++) change(id, { status: 'pending', userId: null })
    await lists.waiting.more()
    const usual = globalThis.fetch
    let asked = 0
    globalThis.fetch = ((...asking: Parameters<typeof fetch>) => {
      asked++
      return usual(...asking)
    }) as typeof fetch
    applyTicketToLists(change(9, { unreadMessages: 1 }))
    applyTicketToLists(change(12, { status: 'open', userId: 99 }))
    expect(counts.waiting.peek()).toBe(12)
    await until('the count to be the truth', () => counts.waiting.peek() === 11)
    // Both changes were received by now.
    applyTicketToLists(change(12, { status: 'pending', userId: null }))
    applyTicketToLists(change(9, { unreadMessages: 2 }))
    applyTicketToLists(change(12, { status: 'closed', userId: null }))
    applyTicketToLists(change(12, { status: 'pending', userId: null }))
    expect([counts.waiting.peek(), asked]).toEqual([12, 1])
  })

  test("a change of a count above the server's limit causes a recount", async () => {
    for (let id = 1; id <= 101; id++) change(id, { status: 'pending', userId: null })
    await lists.waiting.more()
    expect(counts.waiting.peek()).toBe(100)
    for (const id of [99, 100, 101]) applyTicketToLists(change(id, { status: 'open', userId: 99 }))
    await until('the count to be the truth', () => counts.waiting.peek() === 98)
  })

  test('a search sends one request per text and is cleared with it', async () => {
    change(1, { contact: { ...ticket().contact, name: 'Ana' } })
    change(2, { contact: { ...ticket().contact, name: 'Bia' } })
    changeSearch({ text: 'Ana' })
    await until('what is found', () => shown('search').length > 0)
    expect(ids(lists.search.rows.peek())).toEqual([1])
    applyTicketToLists(change(2, { unreadMessages: 1 }))
    expect(ids(lists.search.rows.peek())).toEqual([1])
    changeSearch({ text: '' })
    expect(lists.search.rows.peek()).toEqual([])
  })

  test('a search by tags alone sends a request, an empty search sends none', async () => {
    change(1, { tags: [tag(1)] })
    change(2, {})
    expect(isSearching.peek()).toBe(false)
    changeSearch({ tagId: '1' })
    await lists.search.more()
    expect(shown('search')).toEqual([1])
    changeSearch({ tagId: '' })
    expect([isSearching.peek(), shown('search')]).toEqual([false, []])
  })

  test('the queue filter applies to every list; the count without it stays, and its own count follows', async () => {
    change(1, { status: 'pending', userId: null, queueId: 1 })
    change(2, { status: 'pending', userId: null, queueId: 2 })
    await Promise.all([lists.mine.more(), lists.waiting.more()])
    setQueues([2])
    await lists.waiting.more()
    const state = () => [shown('waiting'), filteredCounts.waiting.peek(), counts.waiting.peek()]
    expect(state()).toEqual([[2], 1, 2])
    applyTicketToLists(change(3, { status: 'pending', userId: null, queueId: 2 }))
    expect(state().slice(0, 2)).toEqual([[2, 3], 2])
    await until('the count with the third ticket', () => counts.waiting.peek() === 3)
    setQueues([])
    await lists.waiting.more()
    expect(state()).toEqual([[1, 2, 3], null, 3])
  })

  test('a filter applies to the rows of its lists and leaves both counts', async () => {
    const wait = '2026-11-20T12:00:00.000Z'
    change(1, { userId: ana.id, waitingSince: wait })
    change(2, { userId: ana.id })
    change(3, { status: 'pending', userId: null, waitingSince: wait, tags: [tag(1)] })
    change(4, { status: 'pending', userId: null, tags: [tag(1)] })
    await Promise.all([lists.mine.more(), lists.waiting.more()])
    changeFilter({ unanswered: true, mine: true, tags: [1] })
    await Promise.all([lists.mine.more(), lists.waiting.more()])
    expect([shown('mine'), shown('waiting')]).toEqual([[], [3]])
    applyTicketToLists(change(1, { tags: [tag(1)] }))
    applyTicketToLists(change(3, { waitingSince: null }))
    expect([shown('mine'), shown('waiting')]).toEqual([[1], []])
    expect([counts.mine.peek(), counts.waiting.peek()]).toEqual([2, 2])
    clearFilters()
    await Promise.all([lists.mine.more(), lists.waiting.more()])
    expect([shown('mine'), shown('waiting')]).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  test('a snoozed ticket leaves the open list and its count, is in the list of snoozed ones, and returns on top', async () => {
    const later = '2098-05-01T12:00:00.000Z'
    for (const id of [1, 2, 3]) change(id, { userId: ana.id })
    await lists.mine.more()
    expect([shown('mine'), counts.mine.peek()]).toEqual([[3, 2, 1], 3])
    applyTicketToLists(change(1, { snoozedUntil: later }))
    expect([shown('mine'), counts.mine.peek()]).toEqual([[3, 2], 2])
    changeFilter({ snoozed: true })
    await lists.mine.more()
    expect([shown('mine'), counts.mine.peek()]).toEqual([[1], 2])
    applyTicketToLists(change(2, { snoozedUntil: later }))
    await until('the count without the second ticket', () => counts.mine.peek() === 1)
    expect(shown('mine')).toEqual([2, 1])
    applyTicketToLists(change(1, { snoozedUntil: null }))
    expect([shown('mine'), counts.mine.peek()]).toEqual([[2], 2])
    clearFilters()
    await lists.mine.more()
    expect([shown('mine'), counts.mine.peek()]).toEqual([[1, 3], 2])
  })

  test('a renamed or deleted tag is updated in every row', async () => {
    change(1, { userId: ana.id, tags: [tag(1), tag(2)] })
    await lists.mine.more()
    applyTagEvent({ action: 'update', tag: { ...tag(1), name: 'Nova' } as never })
    applyTagEvent({ action: 'delete', tagId: 2 })
    expect(lists.mine.rows.peek()[0]?.tags).toEqual([{ ...tag(1), name: 'Nova' }])
  })

  test('a pinned ticket is on top before its page is loaded, and an unpinned one returns to its page', async () => {
    for (let id = 1; id <= 12; id++) change(id, { userId: ana.id })
    await lists.mine.more()
    expect([shown('mine'), counts.mine.peek()]).toEqual([[12, 11, 10, 9, 8], 12])
    pin(stored.get(1)!, true)
    pin(stored.get(9)!, true)
    expect([shown('mine'), counts.mine.peek()]).toEqual([[9, 1, 12, 11, 10, 8], 12])
    await lists.mine.reload()
    expect(shown('mine')).toEqual([9, 1, 12, 11, 10, 8])
    pin(stored.get(1)!, false)
    pin(stored.get(9)!, false)
    expect(shown('mine')).toEqual([12, 11, 10, 9, 8])
    // Pinned on another device while a response without it is in flight.
    const loading = lists.mine.reload()
    applyPin(stored.get(2)!, true)
    await loading
    expect(shown('mine')).toEqual([2, 12, 11, 10, 9, 8])
  })

  test('a page in flight keeps a row that is unpinned meanwhile', async () => {
    for (let id = 1; id <= 8; id++) change(id, { userId: ana.id })
    await lists.mine.more()
    pin(stored.get(2)!, true)
    const loading = lists.mine.more()
    pin(stored.get(2)!, false)
    await loading
    expect(shown('mine')).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('a ticket unpinned while offline is removed from the top of a long list', async () => {
    for (let id = 1; id <= 30; id++) change(id, { userId: ana.id })
    for (let page = 0; page < 4; page++) await lists.mine.more()
    pin(stored.get(1)!, true)
    pin(stored.get(2)!, true)
    expect(shown('mine').slice(0, 3)).toEqual([2, 1, 30])
    pinnedIds = new Set([2])
    change(1, { status: 'closed' })
    await reloadLists()
    expect([shown('mine').slice(0, 2), shown('mine').at(-1)]).toEqual([[2, 30], 11])
  })

  test('loaded pages plus events equal a fresh load, for any filter', async () => {
    const steps = (maxLength: number) => fc.array(step, { maxLength })
    await fc.assert(
      fc.asyncProperty(steps(12), steps(25), asked, async (before, after, wanted) => {
        await begin(before, wanted)
        for (const one of after) await happen(one)
        for (const name of names) await isFresh(name, wanted)
      }),
      { numRuns: 150 },
    )
  })

  test('after a reconnect visible rows equal a fresh load', async () => {
    const steps = (maxLength: number) => fc.array(step, { maxLength })
    await fc.assert(
      fc.asyncProperty(steps(40), steps(12), steps(6), asked, async (before, missed, after, wanted) => {
        await begin(before, wanted)
        await Promise.all(names.map(loadAll))
        for (const one of missed) change(one.id, moved(one))
        await reloadLists()
        for (const one of after) await happen(one)
        for (const name of names) await lookThrough(name).then(() => isFresh(name, wanted))
      }),
      { numRuns: 150 },
    )
  })
})

/** Creates tickets on the server and loads the first page of each list. */
async function begin(before: Step[], wanted: Searched) {
  stored = new Map()
  pinnedIds = new Set()
  start()
  for (const one of before) change(one.id, moved(one))
  ask(wanted)
  await Promise.all(names.map((name) => lists[name].more()))
}

async function loadAll(name: ListName) {
  while (lists[name].hasMore.peek()) await lists[name].more()
}

/** From the bottom up, because rows further down may be removed meanwhile. */
async function lookThrough(name: ListName) {
  const lastStaleRow = () => lists[name].rows.peek().findLast(({ id }) => lists[name].isStale(id))
  for (let row = lastStaleRow(); row; row = lastStaleRow()) await lists[name].reloadIfStale(row.id)
}

const names = [...ticketListNames, 'search'] as const
const status = fc.constantFrom('open', 'pending', 'closed')
const tag = (id: number) => ({ id, name: `Etiqueta ${id}`, color: '#112233' })
const step = fc.record({
  id: fc.integer({ min: 1, max: 30 }),
  status,
  mine: fc.boolean(),
  queueId: fc.constantFrom(null, 1, 2),
  tags: fc.subarray([1, 2]),
  more: fc.constantFrom(undefined, ...names),
  /** Pin, unpin, or neither. */
  pin: fc.constantFrom(undefined, true, false),
  waits: fc.boolean(),
  due: fc.constantFrom(null, '2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z'),
  chatbot: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const asked = fc.record({
  queues: fc.constantFrom<number[]>([], [1]),
  tags: fc.constantFrom<number[]>([], [1]),
  users: fc.constantFrom<number[]>([], [99]),
  text: fc.constantFrom<string>('contato', '1'),
})

type Searched = Required<Omit<Asked, 'unanswered' | 'snoozed'>>
function ask({ queues, tags, users, text }: Searched) {
  queueIds.value = queues
  const [queueId = '', tagId = '', userId = ''] = [queues, tags, users].map(([id = '']) => String(id))
  changeSearch({ text, queueId, tagId, userId })
}

const moved = ({ id, status, mine, queueId, tags, waits, due, chatbot }: Step) => ({
  target: due === null ? null : { kind: 'answer' as const, dueAt: due },
  chatbot: chatbot && status === 'pending',
  waitingSince: waits ? (stored.get(id)?.waitingSince ?? new Date(clock * 1000).toISOString()) : null,
  status: status as Ticket['status'],
  userId: status === 'pending' ? null : mine ? ana.id : 99,
  queueId,
  tags: tags.map(tag),
})

/** Moves a ticket, and may load another page. */
async function happen(one: Step) {
  applyTicketToLists(change(one.id, moved(one)))
  // Another ticket than the moved one; it may lie below the loaded pages.
  const other = stored.get((one.id * 7) % 30)
  if (one.pin !== undefined && other?.status === 'open') pin(other, one.pin)
  if (one.more) await lists[one.more].more()
}

function pin(ticket: Ticket, pinned: boolean) {
  if (pinned) pinnedIds.add(ticket.id)
  else pinnedIds.delete(ticket.id)
  applyPin(ticket, pinned)
}

/** The loaded rows are the start of a fresh list, and the remaining pages follow. */
async function isFresh(name: ListName, { queues, ...others }: Asked) {
  const rows = fresh(name, name === 'search' ? { queues, ...others } : { queues })
  const whole = ids(name === 'mine' ? withPins(rows) : rows)
  const held = shown(name)
  expect(held).toEqual(whole.slice(0, held.length))
  await loadAll(name)
  expect(shown(name)).toEqual(whole)
}

describe('row order with held rows', () => {
  const rows = (...ids: number[]) => ids.map((id) => ({ id }))
  const after = (shown: number[], next: number[], held: number[]) =>
    holdRows(rows(...shown), rows(...next), held).map(({ id }) => id)

  test('a held row keeps its position while others move', () => {
    expect(after([1, 2, 3], [3, 1, 2], [1])).toEqual([1, 3, 2])
    expect(after([1, 2, 3], [9, 1, 2, 3], [2])).toEqual([9, 2, 1, 3])
    expect(after([1, 2, 3], [1, 3], [2])).toEqual([1, 2, 3])
    expect(after([1, 2], [2, 1], [])).toEqual([2, 1])
  })

  test('holding a row neither loses nor duplicates rows', () => {
    const some = fc.uniqueArray(fc.nat(12), { maxLength: 10 })
    fc.assert(
      fc.property(some, some, fc.array(fc.nat(12), { maxLength: 2 }), (shown, next, held) => {
        const out = after(shown, next, held)
        expect(new Set(out).size).toBe(out.length)
        for (const id of next) expect(out).toContain(id)
        const others = next.filter((id) => !held.includes(id)).length
        for (const id of held) {
          const place = shown.indexOf(id)
          // With fewer rows above it than before, the row can only move up.
          if (place >= 0 && place <= others) expect(out.indexOf(id)).toBe(place)
        }
      }),
    )
  })
})

test('a draft belongs to a user and a ticket, and an empty one is removed', () => {
  saveDraft(1, 'meio escrito')
  expect([draftText(1), draftText(2)]).toEqual(['meio escrito', ''])
  session.value = { kind: 'in', me: { ...ana, id: 8 } as unknown as Me }
  expect(draftText(1)).toBe('')
  session.value = { kind: 'in', me: ana as unknown as Me }
  expect(draftText(1)).toBe('meio escrito')
  saveDraft(1, '')
  expect(draftText(1)).toBe('')
})
