import { batch, computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { createList, type List, type Page } from '../../../lib/list'
import { me } from '../../../lib/session'
import { byLatestChange } from '../../../lib/sort-order'
import { type TagEvent, withTagEvent } from '../../../lib/tags'
import { adjustCount, type Counts, isKnownAbsent, receivedTicketIds, serverCount, updateCounts } from './counts'
import { isInQueues, joinIds, matchesSearch, query, queueIds, tagIds, userIds } from './filters'
import { askPins, isPinned, pinsFirst, setPin } from './pins'
import { wonder } from './recheck-search'
import { listTickets, type TicketPage } from './requests'

/** Selected list. */
export type Tab = 'open' | 'pending' | 'closed'
export type ListName = Tab | 'search'

const byPin = (a: Ticket, b: Ticket) => pinsFirst(a, b) || byLatestChange(a, b)

export const tab = signal<ListName>('open')
/** Shows open tickets of all agents, for admins and supervisors (specification §6). */
export const showAll = signal(false)

/** Page of a list; pinned tickets come with the first page. */
async function paged(name: ListName, asked: Promise<TicketPage>): Promise<Page<Ticket>> {
  const { tickets, hasMore, next, pinned } = await asked
  const above = name === 'open' ? pinned.filter((ticket) => belongs(name, ticket)) : []
  return { rows: [...above, ...tickets], hasMore, next }
}

const listFound = (cursor?: string) =>
  listTickets({
    searchParam: query.peek() || undefined,
    tags: joinIds(tagIds.peek()),
    users: joinIds(userIds.peek()),
    queueIds: joinIds(queueIds.peek()),
    cursor,
  })

const narrowed = (status: Tab) => ({
  status,
  showAll: showAll.peek() || undefined,
  queueIds: joinIds(queueIds.peek()),
})

const listOf = (status: Tab) =>
  createList<Ticket>({
    compare: status === 'open' ? byPin : byLatestChange,
    pagedBy: byLatestChange,
    isAlwaysFirst: status === 'open' ? ({ id }) => isPinned(id) : undefined,
    reloadsVisibleRows: true,
    load: async (cursor) => {
      const ask = () => updateCounts(() => listTickets({ ...narrowed(status), cursor }), recount)
      const isTop = cursor === undefined
      const answer = await paged(status, status === 'open' && isTop ? askPins(ask) : ask())
      if (isTop) receivedTicketIds.clear()
      return answer
    },
  })

export const lists = {
  open: listOf('open'),
  pending: listOf('pending'),
  closed: listOf('closed'),
  search: createList<Ticket>({
    compare: byLatestChange,
    pagedBy: byLatestChange,
    reloadsVisibleRows: true,
    load: (cursor) => paged('search', listFound(cursor)),
  }),
} as const
export const names = ['open', 'pending', 'closed', 'search'] as const

/** Number of tickets: exact if the whole list is loaded, otherwise the server's count. */
const countOf = (name: keyof Counts) =>
  computed(() => {
    const here = lists[name].rows.value.length
    if (lists[name].isStale()) return serverCount(name)
    const isWhole = lists[name].state.value === 'ready' && !lists[name].hasMore.value
    return isWhole ? here : Math.max(here, serverCount(name))
  })
export const counts = { open: countOf('open'), pending: countOf('pending') }

/** True if a fresh load of the list would include the ticket. */
function belongs(name: ListName, ticket: Ticket): boolean {
  if (name === 'search') return matchesSearch(ticket, lists.search.get(ticket.id) !== undefined)
  if (ticket.status !== name || !isInQueues(ticket)) return false
  return name !== 'open' || showAll.peek() || ticket.userId === me.peek()?.id
}

/** Applies a ticket from an event or response to every list. */
export function putTicket(ticket: Ticket) {
  batch(() => {
    for (const name of names) place(name, ticket)
    receivedTicketIds.add(ticket.id)
  })
}

function place(name: ListName, ticket: Ticket) {
  const wasHere = lists[name].get(ticket.id) !== undefined
  const isHere = belongs(name, ticket)
  const isKnown = wasHere || isKnownAbsent(lists[name], ticket.id, ticket)
  if (!isHere) {
    lists[name].drop(ticket.id)
    if (name === 'search' && tab.peek() === 'search') wonder(ticket, listFound, putFound)
  } else if (wasHere || lists[name].belongsToLoadedPages(ticket)) lists[name].put(ticket)
  if (name === 'open' || name === 'pending')
    adjustCount(name, isKnown ? Number(isHere) - Number(wasHere) : null, recount)
}

/** Counts again while the tabs show the server's counts. */
const recount = () =>
  me.peek() && [lists.open, lists.pending].some(isLong)
    ? updateCounts(() => listTickets(narrowed('open')), recount)
    : undefined
const isLong = ({ state, hasMore, isStale: isDoubted }: List<Ticket>) =>
  state.peek() !== 'idle' && (hasMore.peek() || isDoubted())

/** Adds a ticket found by the server, unless an event was faster. */
function putFound(ticket: Ticket) {
  if (!lists.search.get(ticket.id)) lists.search.put(ticket)
}

/** Removes a ticket that was deleted or that the user may no longer see. */
export function dropTicket(id: number) {
  batch(() => {
    for (const name of ['open', 'pending'] as const)
      adjustCount(name, lists[name].get(id) ? -1 : isKnownAbsent(lists[name], id) ? 0 : null, recount)
    for (const list of Object.values(lists)) list.drop(id)
    receivedTicketIds.add(id)
  })
}

/** Applies a changed or deleted tag to all rows. */
export function retag(heard: TagEvent) {
  batch(() => {
    for (const name of names)
      for (const row of lists[name].rows.peek()) {
        const now = withTagEvent(row, heard)
        if (now !== row) place(name, now)
      }
  })
}

/** Applies a changed contact to all rows. */
export function renameInLists(contact: Ticket['contact']) {
  batch(() => {
    for (const name of names)
      for (const row of lists[name].rows.peek()) if (row.contactId === contact.id) lists[name].put({ ...row, contact })
  })
}

/** Applies a pin set here or on another device. */
export function putPin(ticket: Ticket, pinned: boolean) {
  const { open } = lists
  batch(() => {
    setPin(ticket.id, pinned)
    if (pinned && belongs('open', ticket) && open.belongsToLoadedPages(ticket)) open.put(ticket)
    // A row that was loaded only as a pinned one is removed; it comes back with its page.
    const row = open.get(ticket.id)
    if (!row || open.belongsToLoadedPages(row)) return
    open.drop(row.id)
    receivedTicketIds.delete(row.id)
  })
}

/** Ticket from any list; undefined if none has it. */
export const knownTicket = (uuid: string): Ticket | undefined =>
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
