import { navigate } from 'wouter/use-browser-location'
import type { Ticket } from '../../../../src/features/tickets/model'
import { changesTicket } from '../../../../src/shared/permissions'
import { toConversation } from '../../../lib/paths'
import { me } from '../../../lib/session'
import { toastError } from '../../../lib/toast'
import { isPinned } from '../store/pins'
import { addPin, markRead, markUnread, removePin } from '../store/requests'
import { putPin } from '../store/tickets'
import { agentOf } from './message-actions'
import { corrected, heard, isOnScreen } from './ticket-actions'

/** A closed ticket cannot be marked unread: it appears in no inbox. */
export const mayMarkUnread = (ticket: Ticket) =>
  ticket.unreadMessages === 0 && ticket.status !== 'closed' && changesTicket(agentOf(me.peek()!), ticket)

/** Only the agent who holds the ticket marks it read towards the customer. */
export const mayMarkRead = (ticket: Ticket) =>
  ticket.unreadMessages > 0 && ticket.status === 'open' && ticket.userId === me.peek()?.id

/** Marks a ticket unread for later. Leaves the ticket first, because a ticket on screen is marked read at once. */
export async function unreadTicket(ticket: Ticket) {
  if (isOnScreen(ticket)) navigate(toConversation())
  await markUnread(ticket.id).then(heard, (failure) => corrected(ticket, failure))
}

export async function readTicket(ticket: Ticket) {
  await markRead(ticket.id).then(heard, (failure) => corrected(ticket, failure))
}

export const mayPin = (ticket: Ticket) => ticket.status === 'open' || isPinned(ticket.id)

/** Pins or unpins a ticket at once; restores the pin if the server refuses. */
export async function togglePin(ticket: Ticket) {
  const pinned = !isPinned(ticket.id)
  putPin(ticket, pinned)
  try {
    await (pinned ? addPin : removePin)(ticket.id)
  } catch (failure) {
    putPin(ticket, !pinned)
    toastError(failure)
  }
}
