import type { Message } from '../../../../src/features/messages/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import { listMessages } from '../server'
import { Thread } from './thread'

/** Conversations kept ready, the one looked at last at the end; more are loaded again when opened. */
const mostKept = 20
const kept = new Map<number, Thread>()
/** Threads that missed events while the connection was lost. */
const stale = new Set<number>()

/** The thread of a ticket, from memory where it was open before; the oldest unused one makes room. */
export function threadOf(ticket: Ticket): Thread {
  const thread = kept.get(ticket.id) ?? new Thread(ticket, (cursor) => listMessages(ticket.id, cursor))
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

export function putMessage(message: Message, clientId?: string) {
  kept.get(message.ticketId)?.put(message, clientId)
}

/** The same as the answer to a request. */
export function putAnswer(message: Message) {
  kept.get(message.ticketId)?.putAnswer(message)
}

/** After a lost connection: the one on screen now, the others when they are opened. */
export function reloadThreads(onScreen: number | null) {
  for (const id of kept.keys()) stale.add(id)
  const thread = onScreen === null ? undefined : kept.get(onScreen)
  if (!thread) return
  stale.delete(thread.ticket.peek().id)
  void thread.refresh()
}
