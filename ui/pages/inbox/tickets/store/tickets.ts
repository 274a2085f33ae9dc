import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import {
  isCountedInTicketList,
  isInTicketList,
  type TicketListName,
  ticketListNames,
} from '../../../../../src/shared/ticket-lists'
import { createList, type List, type Page } from '../../../../lib/list'
import { me } from '../../../../lib/session'
import { byLatestChange } from '../../../../lib/sort-order'
import { type TagEvent, withTagEvent } from '../../../../lib/tags'
import {
  adjustCount,
  type CountedList,
  countedLists,
  filteredServerCount,
  isKnownAbsent,
  receivedTickets,
  serverCount,
  updateCounts,
} from './counts'
import { isInQueues, joinIds, matchesSearch, queueIds, searchQuery } from './filters'
import { filterQuery, isFiltering, isNarrowed, matchesFilter } from './list-filter'
import { comparePins, isPinned, setPin, updatePins } from './pins'
import { listTickets, type TicketPage } from './requests'
import { compareInOrder, sortOf } from './sort'

type ListName = TicketListName | 'search'

const compareByPin = (a: Ticket, b: Ticket) => comparePins(a, b) || compareInOrder('mine')(a, b)

/** Selected list, or the search. */
export const tab = signal<ListName>('mine')

/** Page of a list; pinned tickets come with the first page. */
async function toPage(name: ListName, request: Promise<TicketPage>): Promise<Page<Ticket>> {
  const { tickets, hasMore, next, pinned } = await request
  const above = name === 'mine' ? pinned.filter((ticket) => belongsToList(name, ticket)) : []
  return { rows: [...above, ...tickets], hasMore, next }
}

const queryOf = (name: TicketListName) => ({ list: name, queueIds: joinIds(queueIds.peek()), ...filterQuery(name) })

const createTicketList = (name: TicketListName) =>
  createList<Ticket>({
    compare: name === 'mine' ? compareByPin : compareInOrder(name),
    pagedBy: compareInOrder(name),
    isAlwaysFirst: name === 'mine' ? ({ id }) => isPinned(id) : undefined,
    reloadsVisibleRows: true,
    load: async (cursor) => {
      const request = () =>
        updateCounts(name, () => listTickets({ ...queryOf(name), sort: sortOf(name), cursor }), recount)
      const isTop = cursor === undefined
      // A filtered page names no pins.
      const hasPins = name === 'mine' && isTop && !isFiltering()
      const page = await toPage(name, hasPins ? updatePins(request) : request())
      if (isTop) receivedTickets.clear()
      return page
    },
  })

export const lists = {
  mine: createTicketList('mine'),
  waiting: createTicketList('waiting'),
  robot: createTicketList('robot'),
  closed: createTicketList('closed'),
  all: createTicketList('all'),
  search: createList<Ticket>({
    compare: byLatestChange,
    pagedBy: byLatestChange,
    reloadsVisibleRows: true,
    load: (cursor) => toPage('search', listTickets({ ...searchQuery(), cursor })),
  }),
} as const
const listNames = [...ticketListNames, 'search'] as const

const isWhole = (name: TicketListName) =>
  lists[name].state.value === 'ready' && !lists[name].hasMore.value && !lists[name].isStale()

/** Number of tickets without filter: exact if the whole list is loaded, otherwise the server's count. */
const countOf = (name: CountedList) =>
  computed(() => {
    const loaded = lists[name].rows.value.length
    if (isNarrowed.value || lists[name].isStale()) return serverCount(name)
    return isWhole(name) ? loaded : Math.max(loaded, serverCount(name))
  })
export const counts = {
  mine: countOf('mine'),
  waiting: countOf('waiting'),
  robot: countOf('robot'),
  all: countOf('all'),
}

/** Number of tickets that the filter leaves of a list; null without a filter. */
const filteredCountOf = (name: TicketListName) =>
  computed(() => {
    if (!isNarrowed.value) return null
    const loaded = lists[name].rows.value.length
    return isWhole(name) ? loaded : Math.max(loaded, filteredServerCount(name))
  })
export const filteredCounts = Object.fromEntries(
  ticketListNames.map((name) => [name, filteredCountOf(name)]),
) as Record<TicketListName, ReadonlySignal<number | null>>

/** True if a fresh load of the list would include the ticket. */
function belongsToList(name: ListName, ticket: Ticket): boolean {
  if (name === 'search') return matchesSearch(ticket, lists.search.get(ticket.id) !== undefined)
  return isInTicketList(name, ticket, me.peek()?.id) && isInQueues(ticket) && matchesFilter(name, ticket)
}

const isCounted = (name: CountedList, ticket: Ticket) => isCountedInTicketList(name, ticket, me.peek()?.id)

/** Applies a ticket from an event or response to every list. */
export function applyTicketToLists(ticket: Ticket) {
  batch(() => {
    for (const name of listNames) updateList(name, ticket)
    receivedTickets.set(ticket.id, ticket)
  })
}

function updateList(name: ListName, ticket: Ticket) {
  if (isCountedList(name)) adjustCount(name, differenceOfUpdate(name, ticket), recount)
  if (belongsToList(name, ticket) && lists[name].belongsToLoadedPages(ticket)) lists[name].put(ticket)
  else lists[name].drop(ticket.id)
}

const isCountedList = (name: ListName): name is CountedList => (countedLists as readonly string[]).includes(name)

/** Change of a count by a changed ticket; null if unknown. A list that was never loaded counts known tickets only. */
function differenceOfUpdate(name: CountedList, ticket: Ticket): number | null {
  const before = lists[name].get(ticket.id) ?? receivedTickets.get(ticket.id)
  if (before !== undefined) return Number(isCounted(name, ticket)) - Number(isMember(name, before))
  if (lists[name].state.peek() === 'idle') return 0
  return isAbsent(name, createdIn(name, ticket)) ? Number(isCounted(name, ticket)) : null
}

/** Only the order of changes tells that a ticket which is not loaded is new. */
const createdIn = (name: TicketListName, ticket: Ticket) => (sortOf(name) === 'latest' ? ticket : undefined)

/** Requests the counts again if a counted list is incomplete or stale: its tab then shows the server's count. */
function recount() {
  if (!me.peek() || !(isNarrowed.peek() || countedLists.some((name) => isLong(lists[name])))) return
  const current = tab.peek()
  const name = current === 'search' ? 'mine' : current
  return updateCounts(name, () => listTickets(queryOf(name)), recount)
}
const isLong = ({ state, hasMore, isStale }: List<Ticket>) => state.peek() !== 'idle' && (hasMore.peek() || isStale())

const isMember = (name: CountedList, ticket: Ticket | null) => ticket !== null && isCounted(name, ticket)

/** A filtered list does not tell which tickets exist. */
const isAbsent = (name: TicketListName, created?: Ticket) => !isNarrowed.peek() && isKnownAbsent(lists[name], created)

/** Change of a count when a ticket leaves; null if unknown. */
function differenceOfDrop(name: CountedList, id: number): number | null {
  const before = lists[name].get(id) ?? receivedTickets.get(id)
  if (before !== undefined) return isMember(name, before) ? -1 : 0
  return lists[name].state.peek() === 'idle' || isAbsent(name) ? 0 : null
}

/** Removes a ticket that was deleted or that the user may no longer see. */
export function dropTicketFromLists(id: number) {
  batch(() => {
    for (const name of countedLists) adjustCount(name, differenceOfDrop(name, id), recount)
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
  const { mine } = lists
  batch(() => {
    setPin(ticket.id, pinned)
    if (pinned && belongsToList('mine', ticket) && mine.belongsToLoadedPages(ticket)) mine.put(ticket)
    // A row that was loaded only as a pinned one is removed; it comes back with its page.
    const row = mine.get(ticket.id)
    if (!row || mine.belongsToLoadedPages(row)) return
    mine.drop(row.id)
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
