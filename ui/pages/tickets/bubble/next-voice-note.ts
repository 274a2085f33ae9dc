import type { Message } from '../../../../src/features/messages/model'
import { onScreen } from '../store/live'
import { findThread } from '../store/threads'
import type { Played } from './player'

/**
 * Voice note that follows directly from the same side, or null; consecutive voice notes play in one go, as in WhatsApp.
 */
export function noteAfter({ ticketId, id, fromMe }: Message): Played | null {
  const thread = findThread(onScreen.peek() ?? ticketId)
  const messages = thread?.messages() ?? []
  const after = messages[messages.findIndex((message) => message.id === id) + 1]
  if (!thread || !after?.mediaUrl || after.fromMe !== fromMe || !after.detail?.voice || after.isDeleted) return null
  return {
    key: thread.find(after.id)?.peek().key ?? String(after.id),
    url: after.mediaUrl,
    seconds: after.detail.seconds ?? 0,
    onBroken: thread.refresh,
    next: () => noteAfter(after),
  }
}
