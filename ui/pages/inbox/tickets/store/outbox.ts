import { effect } from '@preact/signals-react'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { onSent } from '../../../../lib/outbox/deliver'
import { type Draft, unsentEntries } from '../../../../lib/outbox/entries'
import * as outbox from '../../../../lib/outbox/outbox'
import { mirrorUnsent } from './mirror-unsent'
import type { Thread } from './thread'
import { findThread, loadedThreads } from './threads'

/** Shows the messages as bubbles at once and sends them when they can no longer be undone. Never throws. */
export const sendFromThread = (thread: Thread, ...drafts: Draft[]): void =>
  outbox.sendMessages(destinationOf(thread), drafts)

/** The same, with a question at the end of the undo time. */
export const sendWithQuestion = (thread: Thread, question: outbox.LastQuestion, ...drafts: Draft[]): void =>
  outbox.sendMessages(destinationOf(thread), drafts, question)

function destinationOf(thread: Thread): outbox.Destination {
  const ticket = thread.ticket.peek()
  return { id: ticket.id, uuid: ticket.uuid, name: ticketContactName(ticket) }
}

effect(() => {
  const entries = unsentEntries.value
  for (const thread of loadedThreads()) mirrorUnsent(thread, entries)
})
onSent(({ ticketId, clientId }, message) => findThread(ticketId)?.applyResponse(message, clientId))
