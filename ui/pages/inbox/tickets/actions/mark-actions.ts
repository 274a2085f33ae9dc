import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { changesTicket } from '../../../../../src/shared/permissions'
import { navigate } from '../../../../lib/leave-guard'
import { toConversation } from '../../../../lib/paths'
import { me } from '../../../../lib/session'
import { toastError } from '../../../../lib/toast'
import { isPinned } from '../store/pins'
import { addPin, markRead, markUnread, removePin } from '../store/requests'
import { applyPin } from '../store/tickets'
import { toAgent } from './message-actions'
import { applyTicketResponse, isOnScreen, showFailureAndRefresh } from './ticket-actions'

/** A closed ticket cannot be marked unread: it appears in no inbox. */
export const mayMarkUnread = (ticket: Ticket) =>
  ticket.unreadMessages === 0 && ticket.status !== 'closed' && changesTicket(toAgent(me.peek()!), ticket)

/** Only the agent who holds the ticket marks it read towards the customer. */
export const mayMarkRead = (ticket: Ticket) =>
  ticket.unreadMessages > 0 && ticket.status === 'open' && ticket.userId === me.peek()?.id

/** Marks a ticket unread for later. Leaves the ticket first, because a ticket on screen is marked read at once. */
export async function markTicketUnread(ticket: Ticket) {
  if (isOnScreen(ticket)) navigate(toConversation())
  await markUnread(ticket.id).then(applyTicketResponse, (failure) => showFailureAndRefresh(ticket, failure))
}

export async function markTicketRead(ticket: Ticket) {
  await markRead(ticket.id).then(applyTicketResponse, (failure) => showFailureAndRefresh(ticket, failure))
}

export const mayPin = (ticket: Ticket) => ticket.status === 'open' || isPinned(ticket.id)

/** Pins or unpins a ticket at once; restores the pin if the server refuses. */
export async function togglePin(ticket: Ticket) {
  const pinned = !isPinned(ticket.id)
  applyPin(ticket, pinned)
  try {
    await (pinned ? addPin : removePin)(ticket.id)
  } catch (failure) {
    applyPin(ticket, !pinned)
    toastError(failure)
  }
}
