import type { DeletedMessage, Message } from '../../../../src/features/messages/model'
import type { TicketNote } from '../../../../src/features/notes/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import { listHistory, listMessages } from './requests'
import { Thread } from './thread'

/** Conversations kept ready, the one looked at last at the end; more are loaded again when opened. */
const mostKept = 20
const kept = new Map<number, Thread>()
/** Threads that missed events while the connection was lost. */
const stale = new Set<number>()

/** The thread of a ticket, from memory where it was open before; the oldest unused one makes room. */
export function threadOf(ticket: Ticket): Thread {
  const thread = kept.get(ticket.id) ?? new Thread(ticket, (message, way) => listMessages(ticket.id, message, way))
  kept.delete(ticket.id)
  kept.set(ticket.id, thread)
  for (const [id, old] of [...kept].slice(0, -mostKept)) {
    if (old.isSending) continue
    kept.delete(id)
    stale.delete(id)
  }
  return thread
}

/** Shows what is there at once and asks whether it is still so. */
export function openThread(ticket: Ticket): Thread {
  const thread = threadOf(ticket)
  void thread.reload({ fresh: stale.delete(ticket.id) })
  return thread
}

export const knownThread = (ticketId: number): Thread | undefined => kept.get(ticketId)
export const knownThreadByUuid = (uuid: string): Thread | undefined =>
  [...kept.values()].find((thread) => thread.ticket.peek().uuid === uuid)

/** Into the conversation of its ticket, and into those of the contact's later ones, which go on into it. */
export function putMessage(message: Message, clientId?: string) {
  for (const thread of kept.values()) if (thread.takes(message)) thread.put(message, clientId)
}

export function putNote(note: TicketNote) {
  for (const thread of kept.values()) if (thread.takes(note)) thread.putNote(note)
}

export function dropNote(id: number) {
  for (const thread of kept.values()) thread.dropNote(id)
}

/** A ticket out of this person's sight takes what was said in it along. */
export function dropFromThreads(ticketId: number) {
  for (const thread of kept.values()) thread.dropTicket(ticketId)
}

const moved = (one: Ticket, other: Ticket) =>
  one.status !== other.status ||
  one.userId !== other.userId ||
  one.queueId !== other.queueId ||
  one.whatsappId !== other.whatsappId

/** A ticket as the websocket tells it; what was done to it becomes a line in the conversations that reach it. */
export function putInThreads(ticket: Ticket) {
  const thread = kept.get(ticket.id)
  const was = thread?.ticket.peek()
  thread?.putTicket(ticket)
  if (was && moved(was, ticket)) void loadHistory(ticket.id)
}

/** A contact has another name, number or picture. */
export function renameInThreads(contact: Ticket['contact']) {
  for (const thread of kept.values()) {
    const ticket = thread.ticket.peek()
    if (ticket.contactId === contact.id) thread.putTicket({ ...ticket, contact })
  }
}

async function loadHistory(ticketId: number) {
  const answer = await listHistory(ticketId).catch(() => null) // the lines come with the next reload
  const events = answer?.events.map((event) => ({ ...event, ticketId })) ?? null
  if (!events) return
  for (const thread of kept.values()) if (thread.reaches(ticketId)) thread.putHistory(ticketId, events)
}

/** The same as the answer to a request. */
export function putAnswer(message: Message) {
  for (const thread of kept.values()) if (thread.takes(message)) thread.putAnswer(message)
}

/** The answer to a deletion: marked in its place, or no more. */
export function putDeleted(answer: DeletedMessage) {
  if ('discarded' in answer) dropMessage(answer.id)
  else putAnswer(answer)
}

export function dropMessage(id: number) {
  for (const thread of kept.values()) thread.drop(id)
}

/** After a lost connection: the one on screen now, the others when they are opened. */
export function reloadThreads(onScreen: number | null) {
  for (const id of kept.keys()) stale.add(id)
  const thread = onScreen === null ? undefined : kept.get(onScreen)
  if (!thread) return
  stale.delete(thread.ticket.peek().id)
  void thread.refresh()
}
