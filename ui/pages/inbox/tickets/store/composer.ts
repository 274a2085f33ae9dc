import { effect, type Signal, signal } from '@preact/signals-react'
import type { Message, QuotedMessage } from '../../../../../src/features/inbox/messages/model'
import { me } from '../../../../lib/session'
import { readStored, writeStored } from '../../../../lib/storage'
import { readEdit, type UnsavedEdit, writeEdit } from './unsaved-edit'

/** Quoted or edited message above the composer's text; kept per ticket. */
export type MessageReference = { kind: 'quote'; quoted: QuotedMessage } | { kind: 'edit'; message: Message }
/** 'reply' goes to the customer, 'note' to colleagues. */
export type Mode = 'reply' | 'note'
export interface Attachment {
  id: string
  file: File
  caption: string
}
export interface ComposerState {
  reference: Signal<MessageReference | null>
  attachments: Signal<Attachment[]>
  mode: Signal<Mode>
  /** Text of the unsent note; stored in this browser only. */
  note: Signal<string>
  /** Notes sent to the server, each until its response. */
  sendingNotes: string[]
  /** New text of the message being edited. */
  edit: Signal<string>
  /** Edit sent to the server, until its response. */
  savingEdit: Signal<UnsavedEdit | null>
  /** Server time of the newest message when the answer was started; null while the text is empty. */
  startedAt: Signal<string | null>
}

const byTicket = new Map<string, ComposerState>()
const keyOf = (ticketId: number) => `${me.peek()?.id ?? 0}:${ticketId}`

export function composerState(ticketId: number): ComposerState {
  const key = keyOf(ticketId)
  const existing = byTicket.get(key) ?? createState(key)
  byTicket.set(key, existing)
  return existing
}

function createState(key: string): ComposerState {
  const unsaved = readEdit(key)
  const state: ComposerState = {
    reference: signal(unsaved && { kind: 'edit', message: unsaved.message }),
    attachments: signal([]),
    mode: signal<Mode>('reply'),
    note: signal(readStored(`note:${key}`) ?? ''),
    sendingNotes: [],
    edit: signal(unsaved?.text ?? ''),
    savingEdit: signal(null),
    startedAt: signal(null),
  }
  effect(() => {
    const { value: reference } = state.reference
    const saving = state.savingEdit.value
    writeEdit(key, reference?.kind === 'edit' ? { message: reference.message, text: state.edit.value } : saving)
  })
  return state
}

export function storeNote(ticketId: number, text: string) {
  composerState(ticketId).note.value = text
  writeNote(ticketId)
}

/** Keeps a note that is under way to the server stored beside the words typed since, until the returned function ends it. */
export function storeSendingNote(ticketId: number, body: string): () => void {
  const state = composerState(ticketId)
  state.sendingNotes = [...state.sendingNotes, body]
  writeNote(ticketId)
  return () => {
    state.sendingNotes = state.sendingNotes.toSpliced(state.sendingNotes.indexOf(body), 1)
    writeNote(ticketId)
  }
}

function writeNote(ticketId: number) {
  const { note, sendingNotes } = composerState(ticketId)
  writeStored(`note:${keyOf(ticketId)}`, [...sendingNotes, note.peek()].filter(Boolean).join('\n') || null)
}

/** Stores the captions of the attachments; files are lost when the page is closed. */
export function storeAttachments(ticketId: number, attachments: Attachment[]) {
  composerState(ticketId).attachments.value = attachments
  const captions = attachments.map(({ caption }) => caption.trim()).filter(Boolean)
  writeStored(`captions:${keyOf(ticketId)}`, captions.length > 0 ? captions.join('\n') : null)
}

/** Captions whose files were lost when the page was closed; returned once. */
export function consumeLostCaptions(ticketId: number): string {
  const key = `captions:${keyOf(ticketId)}`
  if (composerState(ticketId).attachments.peek().length > 0) return ''
  const captions = readStored(key) ?? ''
  writeStored(key, null)
  return captions
}

/** Quote of a message for the next message. */
export const toQuotedMessage = ({ id, waId, body, fromMe, mediaType, senderName }: Message): QuotedMessage => ({
  id,
  waId,
  body,
  fromMe,
  mediaType,
  senderName,
})

/** Address opened by a single-key shortcut: the composer must not get the focus, or the next key would be typed. */
let pathWithoutFocus = ''
export const openWithoutFocus = (path: string) => {
  pathWithoutFocus = path
}
export const isOpenedWithoutFocus = () => location.pathname === pathWithoutFocus

/** Increased to focus the composer of the ticket on screen. */
export const composerFocusRequests = signal(0)
export const focusComposer = () => {
  pathWithoutFocus = ''
  composerFocusRequests.value = composerFocusRequests.peek() + 1
}
