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

/** What is closed nobody would read. */
export const mayMarkUnread = (ticket: Ticket) =>
  ticket.unreadMessages === 0 && ticket.status !== 'closed' && changesTicket(agentOf(me.peek()!), ticket)

/** Only its holder reads in the customer's sense. */
export const mayMarkRead = (ticket: Ticket) =>
  ticket.unreadMessages > 0 && ticket.status === 'open' && ticket.userId === me.peek()?.id

/** To come back to it later. The conversation is left first: on screen it would be read again at once. */
export async function unreadTicket(ticket: Ticket) {
  if (isOnScreen(ticket)) navigate(toConversation())
  await markUnread(ticket.id).then(heard, (failure) => corrected(ticket, failure))
}

export async function readTicket(ticket: Ticket) {
  await markRead(ticket.id).then(heard, (failure) => corrected(ticket, failure))
}

export const mayPin = (ticket: Ticket) => ticket.status === 'open' || isPinned(ticket.id)

/** On top of one's list at once, or back into its place; put right when the server does not take it. */
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
