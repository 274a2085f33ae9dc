import { type Signal, signal } from '@preact/signals-react'
import type { Message, QuotedMessage } from '../../../../src/features/messages/model'
import { me } from '../../../lib/session'
import { readStored, writeStored } from '../../../lib/storage'

/** What stands above the text of one ticket's composer; kept while other tickets are looked at. */
export type Aim = { kind: 'quote'; quoted: QuotedMessage } | { kind: 'edit'; message: Message }
/** Whether the words go to the customer or stay among colleagues. */
export type Mode = 'reply' | 'note'
export interface Attachment {
  id: string
  file: File
  caption: string
}
export interface ComposerState {
  aim: Signal<Aim | null>
  attachments: Signal<Attachment[]>
  mode: Signal<Mode>
  /** The note being written: in this browser only. */
  note: Signal<string>
  /** The server's time of the newest message when this answer was begun; null while nothing is written. */
  began: Signal<string | null>
}

const byTicket = new Map<string, ComposerState>()
const keyOf = (ticketId: number) => `${me.peek()?.id ?? 0}:${ticketId}`

export function composerOf(ticketId: number): ComposerState {
  const key = keyOf(ticketId)
  const known = byTicket.get(key) ?? {
    aim: signal(null),
    attachments: signal([]),
    mode: signal<Mode>('reply'),
    note: signal(readStored(`note:${key}`) ?? ''),
    began: signal(null),
  }
  byTicket.set(key, known)
  return known
}

export function keepNote(ticketId: number, text: string) {
  composerOf(ticketId).note.value = text
  writeStored(`note:${keyOf(ticketId)}`, text || null)
}

/** Files do not outlive the page, but what was written about them does. */
export function keepAttachments(ticketId: number, attachments: Attachment[]) {
  composerOf(ticketId).attachments.value = attachments
  const captions = attachments.map(({ caption }) => caption.trim()).filter(Boolean)
  writeStored(`captions:${keyOf(ticketId)}`, captions.length > 0 ? captions.join('\n') : null)
}

/** Captions whose files were lost with the page, once. */
export function lostCaptions(ticketId: number): string {
  const key = `captions:${keyOf(ticketId)}`
  if (composerOf(ticketId).attachments.peek().length > 0) return ''
  const captions = readStored(key) ?? ''
  writeStored(key, null)
  return captions
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

/** An address opened by a single key: the next one shall not become a letter in somebody's answer. */
let quiet = ''
export const openQuietly = (path: string) => {
  quiet = path
}
export const isQuiet = () => location.pathname === quiet

/** Raised to put the cursor in the text of the conversation on screen. */
export const focusWanted = signal(0)
export const wantFocus = () => {
  quiet = ''
  focusWanted.value = focusWanted.peek() + 1
}
