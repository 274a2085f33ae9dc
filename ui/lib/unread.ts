import { computed } from '@preact/signals-react'
import type { Ticket } from '../../src/features/tickets/model'
import { api, ask } from './api'
import { byNewest } from './by-newest'
import { createList, type List } from './list'
import { dropMentions, mentioned } from './mentioned'
import { me } from './session'

const listOf = (query: { status: 'open' | 'pending'; withUnreadMessages?: boolean }) =>
  createList<Ticket>({
    async load(cursor) {
      const { tickets, hasMore, next } = await ask(api.tickets.get({ query: { ...query, cursor } }))
      return { rows: tickets, hasMore, next }
    },
    compare: byNewest,
    pagedBy: byNewest,
  })

/**
 * What wants this person, on every screen: notes that name them, their own tickets with something unread, and who waits
 * to be accepted.
 */
export const unreadTickets = listOf({ status: 'open', withUnreadMessages: true })
export const waitingTickets = listOf({ status: 'pending' })
/** Tickets, of what is loaded; `more` when the server has more of it. */
export const wanting = computed(() => ({
  count: new Set([
    ...mentioned.rows.value.map(({ ticketId }) => ticketId),
    ...[...unreadTickets.rows.value, ...waitingTickets.rows.value].map(({ id }) => id),
  ]).size,
  more: isLonger(unreadTickets) || isLonger(waitingTickets),
}))

const isLonger = (list: List<Ticket>) => list.state.value === 'ready' && list.hasMore.value

/** A ticket as it is now: into the list it belongs to, out of the other. */
export function putWanting(ticket: Ticket) {
  const isMine = ticket.status === 'open' && ticket.userId === me.peek()?.id && ticket.unreadMessages > 0
  place(unreadTickets, ticket, isMine)
  place(waitingTickets, ticket, ticket.status === 'pending')
}

/** A row below what is loaded stays unknown until its page comes. */
function place(list: List<Ticket>, ticket: Ticket, belongs: boolean) {
  if (!belongs) return list.drop(ticket.id)
  const known = list.get(ticket.id)
  if (known && known.updatedAt > ticket.updatedAt) return
  list.hear(ticket)
}

export function dropWanting(id: number) {
  dropMentions(id)
  unreadTickets.drop(id)
  waitingTickets.drop(id)
}

export const reloadWanting = () => Promise.all([unreadTickets, waitingTickets, mentioned].map((list) => list.reload()))

export function forgetWanting() {
  unreadTickets.clear()
  waitingTickets.clear()
  mentioned.clear()
}
