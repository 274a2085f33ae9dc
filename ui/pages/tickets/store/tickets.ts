import { batch, computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { createList, type Page } from '../../../lib/list'
import { me } from '../../../lib/session'
import { listTickets, type TicketPage } from '../server'

/** Which list a person looks at; `search` replaces the others while something is in the box. */
export type Tab = 'open' | 'pending' | 'closed'
export type ListName = Tab | 'search'

/** What changed last first, as the server pages them. */
export const byNewest = (a: Ticket, b: Ticket) =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1

export const tab = signal<Tab>('open')
/** An admin may look at everybody's open tickets (specification §6). */
export const showAll = signal(false)
export const query = signal('')

/** What the server counted, and what the events changed since; it stops counting at 100. */
const counted = signal({ open: 0, pending: 0 })
export const mostCounted = 100

const page = ({ tickets, hasMore, next, counts }: TicketPage): Page<Ticket> => {
  counted.value = counts
  return { rows: tickets, hasMore, next }
}
const listOf = (status: Tab) =>
  createList<Ticket>({
    compare: byNewest,
    load: async (cursor) => page(await listTickets({ status, showAll: showAll.peek() || undefined, cursor })),
  })

export const lists = {
  open: listOf('open'),
  pending: listOf('pending'),
  closed: listOf('closed'),
  search: createList<Ticket>({
    compare: byNewest,
    load: async (cursor) => page(await listTickets({ searchParam: query.peek(), cursor })),
  }),
} as const

/** How many there are: exact while the whole list is here, else the server's count. */
const countOf = (name: 'open' | 'pending') =>
  computed(() => {
    const here = lists[name].rows.value.length
    const isWhole = lists[name].state.value === 'ready' && !lists[name].hasMore.value
    return isWhole ? here : Math.max(here, counted.value[name])
  })
export const counts = { open: countOf('open'), pending: countOf('pending') }

/** True when the list named would show the ticket on a fresh load. */
function belongs(name: Tab, ticket: Ticket): boolean {
  if (ticket.status !== name) return false
  return name !== 'open' || showAll.peek() || ticket.userId === me.peek()?.id
}

/** A ticket as the websocket or an answer tells it, into every list it belongs to and out of the others. */
export function putTicket(ticket: Ticket) {
  batch(() => {
    for (const name of ['open', 'pending', 'closed'] as const) place(name, ticket)
    if (lists.search.get(ticket.id)) lists.search.put(ticket)
  })
}

function place(name: Tab, ticket: Ticket) {
  const wasHere = lists[name].get(ticket.id) !== undefined
  const isHere = belongs(name, ticket)
  if (!isHere) lists[name].drop(ticket.id)
  else if (wasHere || withinLoaded(name, ticket)) lists[name].put(ticket)
  if (name !== 'closed') count(name, Number(isHere) - Number(wasHere))
}

/** Gone, or out of this person's sight. */
export function dropTicket(id: number) {
  batch(() => {
    for (const name of ['open', 'pending'] as const) if (lists[name].get(id)) count(name, -1)
    for (const list of Object.values(lists)) list.drop(id)
  })
}

function count(name: 'open' | 'pending', by: number) {
  if (by && counted.peek()[name] < mostCounted) counted.value = { ...counted.peek(), [name]: counted.peek()[name] + by }
}

/** Below the last row loaded it would leave a gap above it; it comes with its page. */
function withinLoaded(name: Tab, ticket: Ticket): boolean {
  const list = lists[name]
  if (list.state.peek() === 'idle') return false
  const last = list.rows.peek().at(-1)
  return !list.hasMore.peek() || !last || byNewest(ticket, last) < 0
}

/** The ticket as any list knows it. */
export const knownTicket = (uuid: string): Ticket | undefined =>
  Object.values(lists)
    .flatMap((list) => list.rows.peek())
    .find((ticket) => ticket.uuid === uuid)

export function search(text: string) {
  if (text === query.peek()) return
  query.value = text
  lists.search.clear()
  if (text) void lists.search.more()
}

export function setShowAll(all: boolean) {
  showAll.value = all
  lists.open.clear()
  void lists.open.more()
}

/** After a lost connection: the lists that were looked at, again. */
export const reloadLists = () =>
  Promise.all(
    Object.values(lists)
      .filter((list) => list.state.peek() !== 'idle')
      .map((list) => list.reload()),
  )
