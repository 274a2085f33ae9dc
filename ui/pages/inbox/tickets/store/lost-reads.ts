import { effect, untracked } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { isReachable } from '../../../../lib/offline'
import { failureKind } from '../../../../lib/outbox/failure'
import { fetchTicket, markRead } from './requests'

/** Tickets as last seen whose mark as read did not reach the server, by id. */
const lostReads = new Map<number, Ticket>()

/** Delay before the next attempt while the server is reachable, in ms. */
export const lostReadRetry = { delay: 5000 }

/** Marks the ticket as read; a mark that the connection or the server lost is sent again. Never throws. */
export async function markReadSurely(ticket: Ticket): Promise<void> {
  lostReads.delete(ticket.id)
  try {
    await markRead(ticket.id)
  } catch (failure) {
    if (!isWorthRepeating(failure)) return
    lostReads.set(ticket.id, ticket)
    if (isReachable.peek()) setTimeout(resendLostReads, lostReadRetry.delay)
  }
}

const isWorthRepeating = (failure: unknown) => ['connection', 'server'].includes(failureKind(failure))

effect(() => {
  if (isReachable.value) untracked(resendLostReads)
})

function resendLostReads() {
  for (const ticket of lostReads.values()) void resendLostRead(ticket)
}

/** Sends the mark again unless a message that was not on the screen has arrived since. */
async function resendLostRead(ticket: Ticket) {
  lostReads.delete(ticket.id)
  try {
    if (wasSeen(await fetchTicket(ticket.uuid), ticket)) await markReadSurely(ticket)
  } catch (failure) {
    if (isWorthRepeating(failure)) lostReads.set(ticket.id, ticket)
  }
}

const wasSeen = ({ unreadMessages, lastMessageAt, lastMessageFromMe }: Ticket, ticket: Ticket) =>
  unreadMessages === ticket.unreadMessages && (lastMessageFromMe || lastMessageAt === ticket.lastMessageAt)
