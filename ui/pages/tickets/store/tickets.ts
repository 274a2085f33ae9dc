import { batch, computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { createList, type List, type Page } from '../../../lib/list'
import { me } from '../../../lib/session'
import { byLatestChange } from '../../../lib/sort-order'
import { type TagEvent, withTagEvent } from '../../../lib/tags'
import { type Counts, count, counting, followed, isCertain, serverCount } from './counts'
import { inQueues, isFound, listed, query, queueIds, tagIds, userIds } from './filters'
import { askPins, isPinned, pinsFirst, setPin } from './pins'
import { listTickets, type TicketPage } from './requests'
import { wonder } from './wondering'

/** Which list a person looks at. */
export type Tab = 'open' | 'pending' | 'closed'
export type ListName = Tab | 'search'

const byPin = (a: Ticket, b: Ticket) => pinsFirst(a, b) || byLatestChange(a, b)

export const tab = signal<ListName>('open')
/** Who leads may look at everybody's open tickets (specification §6). */
export const showAll = signal(false)

/** A page of a list; the pinned ones come with the first, wherever their place would be. */
async function paged(name: ListName, asked: Promise<TicketPage>): Promise<Page<Ticket>> {
  const { tickets, hasMore, next, pinned } = await asked
  const above = name === 'open' ? pinned.filter((ticket) => belongs(name, ticket)) : []
  return { rows: [...above, ...tickets], hasMore, next }
}

const listFound = (cursor?: string) =>
  listTickets({
    searchParam: query.peek() || undefined,
    tags: listed(tagIds.peek()),
    users: listed(userIds.peek()),
    queueIds: listed(queueIds.peek()),
    cursor,
  })

const narrowed = (status: Tab) => ({
  status,
  showAll: showAll.peek() || undefined,
  queueIds: listed(queueIds.peek()),
})

const listOf = (status: Tab) =>
  createList<Ticket>({
    compare: status === 'open' ? byPin : byLatestChange,
    pagedBy: byLatestChange,
    isAlwaysFirst: status === 'open' ? ({ id }) => isPinned(id) : undefined,
    reloadsVisibleRows: true,
    load: async (cursor) => {
      const ask = () => counting(() => listTickets({ ...narrowed(status), cursor }), recount)
      const isTop = cursor === undefined
      const answer = await paged(status, status === 'open' && isTop ? askPins(ask) : ask())
      if (isTop) followed.clear()
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

/** How many there are: exact while the whole list is here, else the server's count. */
const countOf = (name: keyof Counts) =>
  computed(() => {
    const here = lists[name].rows.value.length
    if (lists[name].isStale()) return serverCount(name)
    const isWhole = lists[name].state.value === 'ready' && !lists[name].hasMore.value
    return isWhole ? here : Math.max(here, serverCount(name))
  })
export const counts = { open: countOf('open'), pending: countOf('pending') }

/** True when the list named would show the ticket on a fresh load. */
function belongs(name: ListName, ticket: Ticket): boolean {
  if (name === 'search') return isFound(ticket, lists.search.get(ticket.id) !== undefined)
  if (ticket.status !== name || !inQueues(ticket)) return false
  return name !== 'open' || showAll.peek() || ticket.userId === me.peek()?.id
}

/** A ticket as the websocket or an answer tells it, into every list it belongs to and out of the others. */
export function putTicket(ticket: Ticket) {
  batch(() => {
    for (const name of names) place(name, ticket)
    followed.add(ticket.id)
  })
}

function place(name: ListName, ticket: Ticket) {
  const wasHere = lists[name].get(ticket.id) !== undefined
  const isHere = belongs(name, ticket)
  const isKnown = wasHere || isCertain(lists[name], ticket.id, ticket)
  if (!isHere) {
    lists[name].drop(ticket.id)
    if (name === 'search' && tab.peek() === 'search') wonder(ticket, listFound, putFound)
  } else if (wasHere || lists[name].belongsToLoadedPages(ticket)) lists[name].put(ticket)
  if (name === 'open' || name === 'pending') count(name, isKnown ? Number(isHere) - Number(wasHere) : null, recount)
}

/** While somebody is here and the tabs show the server's counts. */
const recount = () =>
  me.peek() && [lists.open, lists.pending].some(isLong)
    ? counting(() => listTickets(narrowed('open')), recount)
    : undefined
const isLong = ({ state, hasMore, isStale: isDoubted }: List<Ticket>) =>
  state.peek() !== 'idle' && (hasMore.peek() || isDoubted())

/** Found by what was said in it, and not by an event meanwhile. */
function putFound(ticket: Ticket) {
  if (!lists.search.get(ticket.id)) lists.search.put(ticket)
}

/** Gone, or out of this person's sight. */
export function dropTicket(id: number) {
  batch(() => {
    for (const name of ['open', 'pending'] as const)
      count(name, lists[name].get(id) ? -1 : isCertain(lists[name], id) ? 0 : null, recount)
    for (const list of Object.values(lists)) list.drop(id)
    followed.add(id)
  })
}

/** A tag was renamed, recoloured or deleted: wherever it stands. */
export function retag(heard: TagEvent) {
  batch(() => {
    for (const name of names)
      for (const row of lists[name].rows.peek()) {
        const now = withTagEvent(row, heard)
        if (now !== row) place(name, now)
      }
  })
}

/** A contact has another name, number or picture: in every row of theirs. */
export function renameInLists(contact: Ticket['contact']) {
  batch(() => {
    for (const name of names)
      for (const row of lists[name].rows.peek()) if (row.contactId === contact.id) lists[name].put({ ...row, contact })
  })
}

/** Pinned, or no longer, here or on another screen of this person. */
export function putPin(ticket: Ticket, pinned: boolean) {
  const { open } = lists
  batch(() => {
    setPin(ticket.id, pinned)
    if (pinned && belongs('open', ticket) && open.belongsToLoadedPages(ticket)) open.put(ticket)
    // What was only there because it was pinned goes, and comes back with its page.
    const row = open.get(ticket.id)
    if (!row || open.belongsToLoadedPages(row)) return
    open.drop(row.id)
    followed.delete(row.id)
  })
}

/** The ticket as any list knows it. */
export const knownTicket = (uuid: string): Ticket | undefined =>
  Object.values(lists)
    .flatMap((list) => list.rows.peek())
    .find((ticket) => ticket.uuid === uuid)

/** What was missed: after a lost connection, or on another screen. */
export const reloadLists = () =>
  Promise.all(
    Object.values(lists)
      .filter((list) => list.state.peek() !== 'idle')
      .map((list) => list.reload()),
  )
