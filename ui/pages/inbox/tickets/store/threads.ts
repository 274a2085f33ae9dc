import type { DeletedMessage, Message } from '../../../../../src/features/inbox/messages/model'
import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { unsentEntries } from '../../../../lib/outbox/entries'
import { mirrorUnsent } from './mirror-unsent'
import { listHistory, listMessages } from './requests'
import { Thread } from './thread'

/** Maximum number of threads in memory, most recently opened last. */
const maxThreads = 20
const threads = new Map<number, Thread>()
/** Ids of threads that missed events while offline. */
const stale = new Set<number>()

/** Thread of a ticket, from memory if it was opened before; removes the least recently used one. */
export function getThread(ticket: Ticket): Thread {
  const thread = threads.get(ticket.id) ?? createThread(ticket)
  threads.delete(ticket.id)
  threads.set(ticket.id, thread)
  for (const [id, old] of [...threads].slice(0, -maxThreads)) {
    if (old.isSending) continue
    threads.delete(id)
    stale.delete(id)
  }
  return thread
}

function createThread(ticket: Ticket): Thread {
  const thread = new Thread(ticket, (message, way) => listMessages(ticket.id, message, way))
  mirrorUnsent(thread, unsentEntries.peek())
  return thread
}

/** Shows the loaded messages at once and reloads them. */
export function openThread(ticket: Ticket): Thread {
  const thread = getThread(ticket)
  void thread.reload({ fresh: stale.delete(ticket.id) })
  return thread
}

export const loadedThreads = (): readonly Thread[] => [...threads.values()]
export const findThread = (ticketId: number): Thread | undefined => threads.get(ticketId)
export const findThreadByUuid = (uuid: string): Thread | undefined =>
  [...threads.values()].find((thread) => thread.ticket.peek().uuid === uuid)

/** Applies a message to the thread of its ticket and to threads of later tickets of the contact. */
export function applyMessage(message: Message, clientId?: string) {
  for (const thread of threads.values()) if (thread.includes(message)) thread.applyMessage(message, clientId)
}

export function applyNote(note: TicketNote) {
  for (const thread of threads.values()) if (thread.includes(note)) thread.applyNote(note)
}

export function dropNote(id: number) {
  for (const thread of threads.values()) thread.dropNote(id)
}

/** Removes the messages of a ticket that the user may no longer see. */
export function dropTicketFromThreads(ticketId: number) {
  for (const thread of threads.values()) thread.dropTicket(ticketId)
}

const hasChangedState = (one: Ticket, other: Ticket) =>
  one.status !== other.status ||
  one.userId !== other.userId ||
  one.queueId !== other.queueId ||
  one.whatsappId !== other.whatsappId ||
  one.chatbot !== other.chatbot ||
  one.botLoop !== other.botLoop

/** Applies a ticket event; a changed state also loads the history. */
export function applyTicketToThreads(ticket: Ticket) {
  const thread = threads.get(ticket.id)
  const before = thread?.ticket.peek()
  thread?.applyTicket(ticket)
  if (before && hasChangedState(before, ticket)) void loadHistory(ticket.id)
}

/** Applies a changed contact. */
export function applyContactToThreads(contact: Ticket['contact']) {
  for (const thread of threads.values()) {
    const ticket = thread.ticket.peek()
    if (ticket.contactId === contact.id) thread.applyTicket({ ...ticket, contact })
  }
}

async function loadHistory(ticketId: number) {
  const response = await listHistory(ticketId).catch(() => null) // the next reload brings the history
  const events = response?.events.map((event) => ({ ...event, ticketId })) ?? null
  if (!events) return
  for (const thread of threads.values()) if (thread.coversTicket(ticketId)) thread.replaceHistory(ticketId, events)
}

/** Applies the response to a request. */
export function applyMessageResponse(message: Message) {
  for (const thread of threads.values()) if (thread.includes(message)) thread.applyResponse(message)
}

/** Applies the response to a deletion: the message is marked as deleted, or removed. */
export function applyDeletion(response: DeletedMessage) {
  if ('discarded' in response) dropMessage(response.id)
  else applyMessageResponse(response)
}

export function dropMessage(id: number) {
  for (const thread of threads.values()) thread.dropMessage(id)
}

/** After a reconnect: reloads the thread on screen, the others when they are opened. */
export function reloadThreads(onScreen: number | null) {
  for (const id of threads.keys()) stale.add(id)
  const thread = onScreen === null ? undefined : threads.get(onScreen)
  if (!thread) return
  stale.delete(thread.ticket.peek().id)
  void thread.refresh()
}
