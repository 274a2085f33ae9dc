import { computed } from '@preact/signals-react'
import type { Ticket } from '../../src/features/inbox/tickets/model'
import { api, unwrapResponse } from './api'
import { createList, type List } from './list'
import { myMentions, removeMentions } from './my-mentions'
import { me } from './session'
import { byLatestChange } from './sort-order'

const listOf = (query: { status: 'open' | 'pending'; withUnreadMessages?: boolean }) =>
  createList<Ticket>({
    async load(cursor) {
      const { tickets, hasMore, next } = await unwrapResponse(api.tickets.get({ query: { ...query, cursor } }))
      return { rows: tickets, hasMore, next }
    },
    compare: byLatestChange,
    pagedBy: byLatestChange,
  })

/** Work waiting for the user, on every screen: their tickets with unread messages, and pending tickets. */
export const unreadTickets = listOf({ status: 'open', withUnreadMessages: true })
export const waitingTickets = listOf({ status: 'pending' })
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
  const isMine = ticket.status === 'open' && ticket.userId === me.peek()?.id && ticket.unreadMessages > 0
  updateList(unreadTickets, ticket, isMine)
  updateList(waitingTickets, ticket, ticket.status === 'pending')
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
