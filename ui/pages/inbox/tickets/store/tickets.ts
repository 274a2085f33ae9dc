import { batch, computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { createList, type List, type Page } from '../../../../lib/list'
import { me } from '../../../../lib/session'
import { byLatestChange } from '../../../../lib/sort-order'
import { type TagEvent, withTagEvent } from '../../../../lib/tags'
import { adjustCount, type Counts, isKnownAbsent, receivedTickets, serverCount, updateCounts } from './counts'
import { isInQueues, joinIds, matchesSearch, queueIds, searchText, tagIds, userIds } from './filters'
import { filterQuery, filterSize, isFiltering, listFilter, matchesFilter } from './list-filter'
import { comparePins, isPinned, setPin, updatePins } from './pins'
import { recheckSearch } from './recheck-search'
import { listTickets, type TicketPage } from './requests'
import { addMatches } from './search-matches'
import { compareInOrder, sortOf } from './sort'

/** Selected list. */
export type Tab = 'open' | 'pending' | 'closed'
type ListName = Tab | 'search'

const compareByPin = (a: Ticket, b: Ticket) => comparePins(a, b) || compareInOrder('open')(a, b)

export const tab = signal<ListName>('open')
/** Shows open tickets of all agents, for admins and supervisors. */
export const showAll = signal(false)

/** Page of a list; pinned tickets come with the first page. */
async function toPage(name: ListName, request: Promise<TicketPage>): Promise<Page<Ticket>> {
  const { tickets, hasMore, next, pinned } = await request
  const above = name === 'open' ? pinned.filter((ticket) => belongsToList(name, ticket)) : []
  return { rows: [...above, ...tickets], hasMore, next }
}

async function requestSearch(cursor?: string) {
  const text = searchText.peek()
  const page = await listTickets({
    searchParam: text || undefined,
    tags: joinIds(tagIds.peek()),
    users: joinIds(userIds.peek()),
    queueIds: joinIds(queueIds.peek()),
    cursor,
  })
  if (text === searchText.peek()) addMatches(page.matches)
  return page
}

const listFilters = (status: Tab) => ({
  status,
  showAll: showAll.peek() || listFilter.peek().users.length > 0 || undefined,
  queueIds: joinIds(queueIds.peek()),
})

const createTicketList = (status: Tab) =>
  createList<Ticket>({
    compare: status === 'open' ? compareByPin : compareInOrder(status),
    pagedBy: compareInOrder(status),
    isAlwaysFirst: status === 'open' ? ({ id }) => isPinned(id) : undefined,
    reloadsVisibleRows: true,
    load: async (cursor) => {
      const request = () =>
        updateCounts(
          () => listTickets({ ...listFilters(status), ...filterQuery(status), sort: sortOf(status), cursor }),
          recount,
        )
      const isTop = cursor === undefined
      // A filtered page names no pins.
      const hasPins = status === 'open' && isTop && !isFiltering()
      const page = await toPage(status, hasPins ? updatePins(request) : request())
      if (isTop) receivedTickets.clear()
      return page
    },
  })

export const lists = {
  open: createTicketList('open'),
  pending: createTicketList('pending'),
  closed: createTicketList('closed'),
  search: createList<Ticket>({
    compare: byLatestChange,
    pagedBy: byLatestChange,
    reloadsVisibleRows: true,
    load: (cursor) => toPage('search', requestSearch(cursor)),
  }),
} as const
export const listNames = ['open', 'pending', 'closed', 'search'] as const

/** Number of tickets: exact if the whole list is loaded, otherwise the server's count. */
const countOf = (name: keyof Counts) =>
  computed(() => {
    const loaded = lists[name].rows.value.length
    if (filterSize.value > 0 || lists[name].isStale()) return serverCount(name)
    const isWhole = lists[name].state.value === 'ready' && !lists[name].hasMore.value
    return isWhole ? loaded : Math.max(loaded, serverCount(name))
  })
export const counts = { open: countOf('open'), pending: countOf('pending') }

/** True if a fresh load of the list would include the ticket. */
const belongsToList = (name: ListName, ticket: Ticket) =>
  isInUnfilteredList(name, ticket) && (name === 'search' || matchesFilter(ticket))

/** True if the list's count includes the ticket: that of open tickets leaves out snoozed ones. */
const isCounted = (name: ListName, ticket: Ticket) =>
  isInUnfilteredList(name, ticket) && (name !== 'open' || ticket.snoozedUntil === null)

function isInUnfilteredList(name: ListName, ticket: Ticket): boolean {
  if (name === 'search') return matchesSearch(ticket, lists.search.get(ticket.id) !== undefined)
  if (ticket.status !== name || !isInQueues(ticket)) return false
  const isAnyones = showAll.peek() || listFilter.peek().users.length > 0
  return name !== 'open' || isAnyones || ticket.userId === me.peek()?.id
}

/** Applies a ticket from an event or response to every list. */
export function applyTicketToLists(ticket: Ticket) {
  batch(() => {
    for (const name of listNames) updateList(name, ticket)
    receivedTickets.set(ticket.id, ticket)
  })
}

function updateList(name: ListName, ticket: Ticket) {
  const listed = lists[name].get(ticket.id)
  const wasListed = listed !== undefined
  const isListed = belongsToList(name, ticket)
  const before = receivedTickets.get(ticket.id)
  const wasMember = isMember(name, listed ?? before)
  const isCertain = wasListed || before !== undefined || isAbsent(name, createdIn(name, ticket))
  if (!isListed) {
    lists[name].drop(ticket.id)
    if (name === 'search' && tab.peek() === 'search') recheckSearch(ticket, requestSearch, addFoundTicket)
  } else if (lists[name].belongsToLoadedPages(ticket)) lists[name].put(ticket)
  else lists[name].drop(ticket.id)
  if (name === 'open' || name === 'pending')
    adjustCount(name, isCertain ? Number(isCounted(name, ticket)) - Number(wasMember) : null, recount)
}

/** Only the order of changes tells that a ticket which is not loaded is new. */
const createdIn = (name: ListName, ticket: Ticket) =>
  name !== 'search' && sortOf(name) === 'latest' ? ticket : undefined

/** Requests the counts again if the open or pending list is incomplete or stale: its tab then shows the server's count. */
const recount = () =>
  me.peek() && (isFiltering() || [lists.open, lists.pending].some(isLong))
    ? updateCounts(() => listTickets({ ...listFilters('open'), snoozed: 'none' }), recount)
    : undefined
const isLong = ({ state, hasMore, isStale }: List<Ticket>) => state.peek() !== 'idle' && (hasMore.peek() || isStale())

/** Adds a ticket found by the server, unless an event was faster. */
function addFoundTicket(ticket: Ticket) {
  if (!lists.search.get(ticket.id)) lists.search.put(ticket)
}

const isMember = (name: ListName, ticket: Ticket | null | undefined) => ticket != null && isCounted(name, ticket)

/** A filtered list does not tell which tickets exist. */
const isAbsent = (name: ListName, created?: Ticket) => !isFiltering() && isKnownAbsent(lists[name], created)

/** Change of a count when a ticket leaves; null if unknown. */
function differenceOfDrop(name: Tab, id: number): number | null {
  const before = lists[name].get(id) ?? receivedTickets.get(id)
  if (before !== undefined) return isMember(name, before) ? -1 : 0
  return isAbsent(name) ? 0 : null
}

/** Removes a ticket that was deleted or that the user may no longer see. */
export function dropTicketFromLists(id: number) {
  batch(() => {
    for (const name of ['open', 'pending'] as const) adjustCount(name, differenceOfDrop(name, id), recount)
    for (const list of Object.values(lists)) list.drop(id)
    receivedTickets.set(id, null)
  })
}

/** Applies a changed or deleted tag to all rows. */
export function applyTagEvent(event: TagEvent) {
  batch(() => {
    for (const name of listNames)
      for (const row of lists[name].rows.peek()) {
        const changed = withTagEvent(row, event)
        if (changed !== row) updateList(name, changed)
      }
  })
}

/** Applies a changed contact to all rows. */
export function applyContactToLists(contact: Ticket['contact']) {
  batch(() => {
    for (const name of listNames)
      for (const row of lists[name].rows.peek())
        if (row.contactId === contact.id) lists[name].patch(row.id, { contact })
  })
}

/** Applies a pin set here or on another device. */
export function applyPin(ticket: Ticket, pinned: boolean) {
  const { open } = lists
  batch(() => {
    setPin(ticket.id, pinned)
    if (pinned && belongsToList('open', ticket) && open.belongsToLoadedPages(ticket)) open.put(ticket)
    // A row that was loaded only as a pinned one is removed; it comes back with its page.
    const row = open.get(ticket.id)
    if (!row || open.belongsToLoadedPages(row)) return
    open.drop(row.id)
    receivedTickets.delete(row.id)
  })
}

/** Ticket from any list; undefined if none has it. */
export const findTicketInLists = (uuid: string): Ticket | undefined =>
  Object.values(lists)
    .flatMap((list) => list.rows.peek())
    .find((ticket) => ticket.uuid === uuid)

/** Reloads all lists that were loaded, after a reconnect. */
export const reloadLists = () =>
  Promise.all(
    Object.values(lists)
      .filter((list) => list.state.peek() !== 'idle')
      .map((list) => list.reload()),
  )
