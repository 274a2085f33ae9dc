import { computed } from '@preact/signals-react'
import type { Ticket } from '../../src/features/inbox/tickets/model'
import { isCountedInTicketList, isInTicketList, type TicketListName } from '../../src/shared/ticket-lists'
import { api, unwrapResponse } from './api'
import { createList, type List } from './list'
import { myMentions, removeMentions } from './my-mentions'
import { me } from './session'
import { byLatestChange } from './sort-order'

const listOf = (query: { list: TicketListName; withUnreadMessages?: boolean }) =>
  createList<Ticket>({
    async load(cursor) {
      const { tickets, hasMore, next } = await unwrapResponse(api.tickets.get({ query: { ...query, cursor } }))
      return { rows: tickets, hasMore, next }
    },
    compare: byLatestChange,
    pagedBy: byLatestChange,
  })

/** Work for the user, on every screen: own tickets with unread messages, and customers who wait for a person. */
export const unreadTickets = listOf({ list: 'mine', withUnreadMessages: true })
export const waitingTickets = listOf({ list: 'waiting' })
/** Number of loaded tickets that wait for the user, mentions included; `more` if the server has further pages. */
export const attention = computed(() => ({
  count: new Set([
    ...myMentions.rows.value.map(({ ticketId }) => ticketId),
    ...[...unreadTickets.rows.value, ...waitingTickets.rows.value].map(({ id }) => id),
  ]).size,
  more: hasMorePages(unreadTickets) || hasMorePages(waitingTickets),
}))

const hasMorePages = (list: List<Ticket>) => list.state.value === 'ready' && list.hasMore.value

/** Puts a changed ticket into the list it belongs to and removes it from the other. */
export function updateAttention(ticket: Ticket) {
  const myId = me.peek()?.id
  updateList(unreadTickets, ticket, isCountedInTicketList('mine', ticket, myId) && ticket.unreadMessages > 0)
  updateList(waitingTickets, ticket, isInTicketList('waiting', ticket, myId))
}

/** Ignores a ticket that is older than the one in the list. */
function updateList(list: List<Ticket>, ticket: Ticket, belongs: boolean) {
  if (!belongs) return list.drop(ticket.id)
  const current = list.get(ticket.id)
  if (current && current.updatedAt > ticket.updatedAt) return
  list.receiveEvent(ticket)
}

export function removeAttention(id: number) {
  removeMentions(id)
  unreadTickets.drop(id)
  waitingTickets.drop(id)
}

export const reloadAttention = () =>
  Promise.all([unreadTickets, waitingTickets, myMentions].map((list) => list.reload()))

export function clearAttention() {
  unreadTickets.clear()
  waitingTickets.clear()
  myMentions.clear()
}
