import type { Message } from '../../../../../src/features/inbox/messages/model'
import { onScreen } from '../store/live'
import { findThread } from '../store/threads'
import type { PlayableNote } from './player'

/**
 * Voice note that follows directly from the same side, or null; consecutive voice notes play in one go, as in WhatsApp.
 */
export function nextVoiceNote({ ticketId, id, fromMe }: Message): PlayableNote | null {
  const thread = findThread(onScreen.peek() ?? ticketId)
  const messages = thread?.messages() ?? []
  const next = messages[messages.findIndex((message) => message.id === id) + 1]
  if (!thread || !next?.mediaUrl || next.fromMe !== fromMe || !next.detail?.voice || next.isDeleted) return null
  return {
    key: thread.find(next.id)?.peek().key ?? String(next.id),
    url: next.mediaUrl,
    seconds: next.detail.seconds ?? 0,
    onBroken: thread.refresh,
    next: () => nextVoiceNote(next),
  }
}
