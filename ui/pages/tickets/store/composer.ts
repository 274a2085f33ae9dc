import { type Signal, signal } from '@preact/signals-react'
import type { Message, QuotedMessage } from '../../../../src/features/messages/model'

/** What stands above the text of one ticket's composer; kept while other tickets are looked at. */
export type Aim = { kind: 'quote'; quoted: QuotedMessage } | { kind: 'edit'; message: Message }
export interface Attachment {
  id: string
  file: File
  caption: string
}
export interface ComposerState {
  aim: Signal<Aim | null>
  attachments: Signal<Attachment[]>
}

const byTicket = new Map<number, ComposerState>()

export function composerOf(ticketId: number): ComposerState {
  const known = byTicket.get(ticketId) ?? { aim: signal(null), attachments: signal([]) }
  byTicket.set(ticketId, known)
  return known
}

/** A message as the quote of the next one. */
export const asQuote = ({ id, waId, body, fromMe, mediaType, senderName }: Message): QuotedMessage => ({
  id,
  waId,
  body,
  fromMe,
  mediaType,
  senderName,
})

/** Raised to put the cursor in the text of the conversation on screen. */
export const focusWanted = signal(0)
export const wantFocus = () => {
  focusWanted.value = focusWanted.peek() + 1
}
