import type { Message } from '../../../../src/features/messages/model'
import { onScreen } from '../store/live'
import { knownThread } from '../store/threads'
import type { Played } from './player'

/** The voice note that came right after this one from the same side: WhatsApp plays them in one go, and so do we. */
export function noteAfter({ ticketId, id, fromMe }: Message): Played | null {
  const thread = knownThread(onScreen.peek() ?? ticketId)
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
