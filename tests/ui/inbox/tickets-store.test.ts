import '../browser'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Me } from '../../../src/features/accounts/auth/model'
import type { Ticket } from '../../../src/features/inbox/tickets/model'
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
  searchText,
  setQueueFilter,
  tagIds,
  userIds,
} from '../../../ui/pages/inbox/tickets/store/filters'
import { recheckDelay } from '../../../ui/pages/inbox/tickets/store/recheck-search'
import { matchIn } from '../../../ui/pages/inbox/tickets/store/search-matches'
import { byLongestWait } from '../../../ui/pages/inbox/tickets/store/sort'
import {
  applyPin,
  applyTagEvent,
  applyTicketToLists,
  counts,
  dropTicketFromLists,
  lists,
  reloadLists,
  showAll,
  tab,
} from '../../../ui/pages/inbox/tickets/store/tickets'
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
  const { queues = [], tags = [], users = [], text = '', all = false, unanswered = false, snoozed } = asked
  return [...stored.values()]
    .filter((one) => name === 'search' || one.status === name)
    .filter((one) => name !== 'open' || all || one.userId === ana.id)
    .filter((one) => queues.length === 0 || (one.queueId !== null && queues.includes(one.queueId)))
    .filter((one) => !unanswered || one.waitingSince !== null)
    .filter((one) => !snoozed || (snoozed === 'only') === (one.snoozedUntil !== null))
    .filter((one) => tags.every((id) => one.tags.some((tag) => tag.id === id)))
    .filter((one) => users.length === 0 || (one.userId !== null && users.includes(one.userId)))
    .filter((one) => one.contact.name.toLowerCase().includes(text.toLowerCase()))
    .sort(orderOf(name))
}

/** Order of the server: the client asks for the longest wait first among pending tickets. */
const orderOf = (name: ListName) => (name === 'pending' ? byLongestWait : byLatestChange)
interface Asked {
  queues?: number[]
  tags?: number[]
  users?: number[]
  text?: string
  all?: boolean
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
  const name = (searchParams.get('status') as ListName | null) ?? 'search'
  const queues = ids('queueIds')
  const showsAll = searchParams.get('showAll') === 'true'
  const text = searchParams.get('searchParam') ?? ''
  const unanswered = searchParams.get('unanswered') === 'true'
  const snoozed = snoozedOf(searchParams)
  const users = ids('users')
  const all = fresh(name, { queues, tags: ids('tags'), users, text, all: showsAll, unanswered, snoozed })
  const [at, id] = (searchParams.get('cursor') ?? '').split('|')
  const time = name === 'pending' ? { waitingSince: at || null } : { updatedAt: at ?? '' }
  const rest = id ? all.filter((one) => orderOf(name)(one, { ...one, ...time, id: Number(id) }) > 0) : all
  const tickets = rest.slice(0, pageSize)
  const last = tickets.at(-1)
  const hasMore = pageSize < rest.length
  const lastAt = name === 'pending' ? last?.waitingSince : last?.updatedAt
  const count = (which: ListName) => fresh(which, { queues, all: showsAll, snoozed: snoozed && 'none' }).length
  const total = { open: Math.min(100, count('open')), pending: Math.min(100, count('pending')) }
  const pinned = id || name !== 'open' ? [] : pinnedRows()
  return json({
    tickets,
    hasMore,
    next: hasMore ? `${lastAt ?? ''}|${last?.id}` : null,
    counts: total,
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
  for (const chosen of [tagIds, userIds]) chosen.value = []
  showAll.value = false
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
    await Promise.all([lists.open.more(), lists.pending.more()])
    expect([counts.open.peek(), counts.pending.peek()]).toEqual([0, 1])
    applyTicketToLists(change(1, { status: 'open', userId: ana.id }))
    expect([shown('open'), shown('pending')]).toEqual([[waiting.id], []])
    expect([counts.open.peek(), counts.pending.peek()]).toEqual([1, 0])
  })

  test("a colleague's ticket is not in the user's own list", async () => {
    await lists.open.more()
    applyTicketToLists(change(1, { status: 'open', userId: 99 }))
    expect(shown('open')).toEqual([])
  })

  test("a list with further pages shows the server's count", async () => {
    for (let id = 1; id <= 12; id++) change(id, { status: 'pending', userId: null })
    await lists.pending.more()
    expect([lists.pending.rows.peek().length, counts.pending.peek()]).toEqual([5, 12])
    applyTicketToLists(change(2, { status: 'open', userId: 99 }))
    dropTicketFromLists(3)
    expect(counts.pending.peek()).toBe(10)
  })

  test('changes beyond the loaded pages cause one recount by the server', async () => {
    for (let id = 1; id <= 12; id++) change(id, { status: 'pending', userId: null })
    await lists.pending.more()
    const usual = globalThis.fetch
    let asked = 0
    globalThis.fetch = ((...asking: Parameters<typeof fetch>) => {
      asked++
      return usual(...asking)
    }) as typeof fetch
    applyTicketToLists(change(9, { unreadMessages: 1 }))
    applyTicketToLists(change(12, { status: 'open', userId: 99 }))
    expect(counts.pending.peek()).toBe(12)
    await until('the count to be the truth', () => counts.pending.peek() === 11)
    // Both changes were received by now.
    applyTicketToLists(change(12, { status: 'pending', userId: null }))
    applyTicketToLists(change(9, { unreadMessages: 2 }))
    applyTicketToLists(change(12, { status: 'closed', userId: null }))
    applyTicketToLists(change(12, { status: 'pending', userId: null }))
    expect([counts.pending.peek(), asked]).toEqual([12, 1])
  })

  test("a change of a count above the server's limit causes a recount", async () => {
    for (let id = 1; id <= 101; id++) change(id, { status: 'pending', userId: null })
    await lists.pending.more()
    expect(counts.pending.peek()).toBe(100)
    for (const id of [99, 100, 101]) applyTicketToLists(change(id, { status: 'open', userId: 99 }))
    await until('the count to be the truth', () => counts.pending.peek() === 98)
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

  test('a changed ticket that matches by an earlier message is added after one check by the server', async () => {
    for (const id of [1, 2, 3]) change(id, { status: 'closed' })
    tab.value = 'search'
    recheckDelay.ms = 5
    changeSearch({ text: 'Contato 9' }) // matches no name
    await lists.search.more()
    expect(shown('search')).toEqual([])
    const asked: string[] = []
    const usual = globalThis.fetch
    // Only an earlier message of the second ticket matches.
    const match = { ticketId: 2, messageId: 77, snippet: { text: 'Contato 9', ranges: [[0, 9]] } }
    globalThis.fetch = (async (url: string) => {
      asked.push(url)
      return json({ tickets: [stored.get(2)], hasMore: false, next: null, counts: {}, pinned: [], matches: [match] })
    }) as typeof fetch
    applyTicketToLists(change(2, { unreadMessages: 1 }))
    applyTicketToLists(change(3, { unreadMessages: 1 }))
    applyTicketToLists(change(2, { unreadMessages: 2 }))
    await until('what is found', () => shown('search').length > 0)
    expect([shown('search'), asked.length]).toEqual([[2], 1])
    expect([lists.search.get(2)?.unreadMessages, matchIn(2).value?.messageId]).toEqual([2, 77])
    applyTicketToLists(change(3, { unreadMessages: 2 }))
    applyTicketToLists(change(2, { unreadMessages: 3 }))
    await Bun.sleep(20)
    expect([lists.search.get(2)?.unreadMessages, asked.length]).toEqual([3, 1])
    changeSearch({ text: 'Contato 8' })
    expect(matchIn(2).value).toBeUndefined()
    globalThis.fetch = usual
    tab.value = 'open'
    recheckDelay.ms = 3000
  })

  test('a search by tags alone sends a request, an empty search sends none', async () => {
    change(1, { tags: [tag(1)] })
    change(2, {})
    expect(isSearching.peek()).toBe(false)
    changeSearch({ tags: [1] })
    await lists.search.more()
    expect(shown('search')).toEqual([1])
    changeSearch({ tags: [] })
    expect([isSearching.peek(), shown('search')]).toEqual([false, []])
  })

  test('the queue filter applies to every list and both counts', async () => {
    change(1, { status: 'pending', userId: null, queueId: 1 })
    change(2, { status: 'pending', userId: null, queueId: 2 })
    await Promise.all([lists.open.more(), lists.pending.more()])
    setQueues([2])
    await lists.pending.more()
    expect([shown('pending'), counts.pending.peek()]).toEqual([[2], 1])
    applyTicketToLists(change(3, { status: 'pending', userId: null, queueId: 1 }))
    expect([shown('pending'), counts.pending.peek()]).toEqual([[2], 1])
  })

  test('a filter applies to the rows of its lists and leaves both counts', async () => {
    const wait = '2026-11-20T12:00:00.000Z'
    change(1, { userId: ana.id, waitingSince: wait })
    change(2, { userId: ana.id })
    change(3, { status: 'pending', userId: null, waitingSince: wait, tags: [tag(1)] })
    change(4, { status: 'pending', userId: null, tags: [tag(1)] })
    await Promise.all([lists.open.more(), lists.pending.more()])
    changeFilter({ unanswered: true, mine: true, tags: [1] })
    await Promise.all([lists.open.more(), lists.pending.more()])
    expect([shown('open'), shown('pending')]).toEqual([[], [3]])
    applyTicketToLists(change(1, { tags: [tag(1)] }))
    applyTicketToLists(change(3, { waitingSince: null }))
    expect([shown('open'), shown('pending')]).toEqual([[1], []])
    expect([counts.open.peek(), counts.pending.peek()]).toEqual([2, 2])
    clearFilters()
    await Promise.all([lists.open.more(), lists.pending.more()])
    expect([shown('open'), shown('pending')]).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  test('a snoozed ticket leaves the open list and its count, is in the list of snoozed ones, and returns on top', async () => {
    const later = '2098-05-01T12:00:00.000Z'
    for (const id of [1, 2, 3]) change(id, { userId: ana.id })
    await lists.open.more()
    expect([shown('open'), counts.open.peek()]).toEqual([[3, 2, 1], 3])
    applyTicketToLists(change(1, { snoozedUntil: later }))
    expect([shown('open'), counts.open.peek()]).toEqual([[3, 2], 2])
    changeFilter({ snoozed: true })
    await lists.open.more()
    expect([shown('open'), counts.open.peek()]).toEqual([[1], 2])
    applyTicketToLists(change(2, { snoozedUntil: later }))
    await until('the count without the second ticket', () => counts.open.peek() === 1)
    expect(shown('open')).toEqual([2, 1])
    applyTicketToLists(change(1, { snoozedUntil: null }))
    expect([shown('open'), counts.open.peek()]).toEqual([[2], 2])
    clearFilters()
    await lists.open.more()
    expect([shown('open'), counts.open.peek()]).toEqual([[1, 3], 2])
  })

  test('a renamed or deleted tag is updated in every row', async () => {
    change(1, { userId: ana.id, tags: [tag(1), tag(2)] })
    await lists.open.more()
    applyTagEvent({ action: 'update', tag: { ...tag(1), name: 'Nova' } as never })
    applyTagEvent({ action: 'delete', tagId: 2 })
    expect(lists.open.rows.peek()[0]?.tags).toEqual([{ ...tag(1), name: 'Nova' }])
  })

  test('a pinned ticket is on top before its page is loaded, and an unpinned one returns to its page', async () => {
    for (let id = 1; id <= 12; id++) change(id, { userId: ana.id })
    await lists.open.more()
    expect([shown('open'), counts.open.peek()]).toEqual([[12, 11, 10, 9, 8], 12])
    pin(stored.get(1)!, true)
    pin(stored.get(9)!, true)
    expect([shown('open'), counts.open.peek()]).toEqual([[9, 1, 12, 11, 10, 8], 12])
    await lists.open.reload()
    expect(shown('open')).toEqual([9, 1, 12, 11, 10, 8])
    pin(stored.get(1)!, false)
    pin(stored.get(9)!, false)
    expect(shown('open')).toEqual([12, 11, 10, 9, 8])
    // Pinned on another device while a response without it is in flight.
    const loading = lists.open.reload()
    applyPin(stored.get(2)!, true)
    await loading
    expect(shown('open')).toEqual([2, 12, 11, 10, 9, 8])
  })

  test('a page in flight keeps a row that is unpinned meanwhile', async () => {
    for (let id = 1; id <= 8; id++) change(id, { userId: ana.id })
    await lists.open.more()
    pin(stored.get(2)!, true)
    const loading = lists.open.more()
    pin(stored.get(2)!, false)
    await loading
    expect(shown('open')).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('a ticket unpinned while offline is removed from the top of a long list', async () => {
    for (let id = 1; id <= 30; id++) change(id, { userId: ana.id })
    for (let page = 0; page < 4; page++) await lists.open.more()
    pin(stored.get(1)!, true)
    pin(stored.get(2)!, true)
    expect(shown('open').slice(0, 3)).toEqual([2, 1, 30])
    pinnedIds = new Set([2])
    change(1, { status: 'closed' })
    await reloadLists()
    expect([shown('open').slice(0, 2), shown('open').at(-1)]).toEqual([[2, 30], 11])
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

const names = ['open', 'pending', 'closed', 'search'] as const
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
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const asked = fc.record({
  queues: fc.constantFrom<number[]>([], [1], [1, 2]),
  tags: fc.constantFrom<number[]>([], [1], [1, 2]),
  users: fc.constantFrom<number[]>([], [99]),
  text: fc.constantFrom<string>('contato', '1'),
  all: fc.boolean(),
})

type Searched = Required<Omit<Asked, 'unanswered' | 'snoozed'>>
function ask({ queues, tags, users, text, all }: Searched) {
  queueIds.value = queues
  showAll.value = all
  changeSearch({ text, tags, users })
}

const moved = ({ id, status, mine, queueId, tags, waits }: Step) => ({
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
async function isFresh(name: ListName, { queues, all, ...others }: Asked) {
  const rows = fresh(name, name === 'search' ? { queues, ...others } : { queues, all })
  const whole = ids(name === 'open' ? withPins(rows) : rows)
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
