import type { DeletedMessage, Message } from '../../../../src/features/messages/model'
import type { TicketNote } from '../../../../src/features/notes/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import { unsent } from '../../../lib/outbox/entries'
import { mirrorUnsent } from './mirror-unsent'
import { listHistory, listMessages } from './requests'
import { Thread } from './thread'

/** Maximum number of threads in memory, most recently opened last. */
const mostKept = 20
const kept = new Map<number, Thread>()
/** Ids of threads that missed events while offline. */
const stale = new Set<number>()

/** Thread of a ticket, from memory if it was opened before; removes the least recently used one. */
export function threadOf(ticket: Ticket): Thread {
  const thread = kept.get(ticket.id) ?? newThread(ticket)
  kept.delete(ticket.id)
  kept.set(ticket.id, thread)
  for (const [id, old] of [...kept].slice(0, -mostKept)) {
    if (old.isSending) continue
    kept.delete(id)
    stale.delete(id)
  }
  return thread
}

function newThread(ticket: Ticket): Thread {
  const thread = new Thread(ticket, (message, way) => listMessages(ticket.id, message, way))
  mirrorUnsent(thread, unsent.peek())
  return thread
}

/** Shows the loaded messages at once and reloads them. */
export function openThread(ticket: Ticket): Thread {
  const thread = threadOf(ticket)
  void thread.reload({ fresh: stale.delete(ticket.id) })
  return thread
}

export const knownThreads = (): readonly Thread[] => [...kept.values()]
export const knownThread = (ticketId: number): Thread | undefined => kept.get(ticketId)
export const knownThreadByUuid = (uuid: string): Thread | undefined =>
  [...kept.values()].find((thread) => thread.ticket.peek().uuid === uuid)

/** Applies a message to the thread of its ticket and to threads of later tickets of the contact. */
export function putMessage(message: Message, clientId?: string) {
  for (const thread of kept.values()) if (thread.takes(message)) thread.put(message, clientId)
}

export function putNote(note: TicketNote) {
  for (const thread of kept.values()) if (thread.takes(note)) thread.putNote(note)
}

export function dropNote(id: number) {
  for (const thread of kept.values()) thread.dropNote(id)
}

/** Removes the messages of a ticket that the user may no longer see. */
export function dropFromThreads(ticketId: number) {
  for (const thread of kept.values()) thread.dropTicket(ticketId)
}

const moved = (one: Ticket, other: Ticket) =>
  one.status !== other.status ||
  one.userId !== other.userId ||
  one.queueId !== other.queueId ||
  one.whatsappId !== other.whatsappId

/** Applies a ticket event; a changed state also loads the history. */
export function putInThreads(ticket: Ticket) {
  const thread = kept.get(ticket.id)
  const was = thread?.ticket.peek()
  thread?.putTicket(ticket)
  if (was && moved(was, ticket)) void loadHistory(ticket.id)
}

/** Applies a changed contact. */
export function renameInThreads(contact: Ticket['contact']) {
  for (const thread of kept.values()) {
    const ticket = thread.ticket.peek()
    if (ticket.contactId === contact.id) thread.putTicket({ ...ticket, contact })
  }
}

async function loadHistory(ticketId: number) {
  const answer = await listHistory(ticketId).catch(() => null) // the next reload brings the history
  const events = answer?.events.map((event) => ({ ...event, ticketId })) ?? null
  if (!events) return
  for (const thread of kept.values()) if (thread.reaches(ticketId)) thread.putHistory(ticketId, events)
}

/** Applies the response to a request. */
export function putAnswer(message: Message) {
  for (const thread of kept.values()) if (thread.takes(message)) thread.putAnswer(message)
}

/** Applies the response to a deletion: the message is marked as deleted, or removed. */
export function putDeleted(answer: DeletedMessage) {
  if ('discarded' in answer) dropMessage(answer.id)
  else putAnswer(answer)
}

export function dropMessage(id: number) {
  for (const thread of kept.values()) thread.drop(id)
}

/** After a reconnect: reloads the thread on screen, the others when they are opened. */
export function reloadThreads(onScreen: number | null) {
  for (const id of kept.keys()) stale.add(id)
  const thread = onScreen === null ? undefined : kept.get(onScreen)
  if (!thread) return
  stale.delete(thread.ticket.peek().id)
  void thread.refresh()
}
