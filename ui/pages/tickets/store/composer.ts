import { type Signal, signal } from '@preact/signals-react'
import type { Message, QuotedMessage } from '../../../../src/features/messages/model'
import { me } from '../../../lib/session'
import { readStored, writeStored } from '../../../lib/storage'

/** Quoted or edited message above the composer's text; kept per ticket. */
export type Aim = { kind: 'quote'; quoted: QuotedMessage } | { kind: 'edit'; message: Message }
/** 'reply' goes to the customer, 'note' to colleagues. */
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
  /** Text of the unsent note; stored in this browser only. */
  note: Signal<string>
  /** Server time of the newest message when the answer was started; null while the text is empty. */
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

/** Stores the captions of the attachments; files are lost when the page is closed. */
export function keepAttachments(ticketId: number, attachments: Attachment[]) {
  composerOf(ticketId).attachments.value = attachments
  const captions = attachments.map(({ caption }) => caption.trim()).filter(Boolean)
  writeStored(`captions:${keyOf(ticketId)}`, captions.length > 0 ? captions.join('\n') : null)
}

/** Captions whose files were lost when the page was closed; returned once. */
export function lostCaptions(ticketId: number): string {
  const key = `captions:${keyOf(ticketId)}`
  if (composerOf(ticketId).attachments.peek().length > 0) return ''
  const captions = readStored(key) ?? ''
  writeStored(key, null)
  return captions
}

/** Quote of a message for the next message. */
export const asQuote = ({ id, waId, body, fromMe, mediaType, senderName }: Message): QuotedMessage => ({
  id,
  waId,
  body,
  fromMe,
  mediaType,
  senderName,
})

/** Address opened by a single-key shortcut: the composer must not get the focus, or the next key would be typed. */
let quiet = ''
export const openQuietly = (path: string) => {
  quiet = path
}
export const isQuiet = () => location.pathname === quiet

/** Increased to focus the composer of the ticket on screen. */
export const focusWanted = signal(0)
export const wantFocus = () => {
  quiet = ''
  focusWanted.value = focusWanted.peek() + 1
}
