import { type KeyboardEvent, useCallback } from 'react'
import { useLocation } from 'wouter'
import { limits } from '../../../../src/shared/limits'
import { newId } from '../../../lib/id'
import type { Draft } from '../../../lib/outbox/entries'
import { undoSend } from '../../../lib/outbox/outbox'
import { toTickets } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { toastError } from '../../../lib/toast'
import { useValue } from '../../../lib/use-value'
import { focusRow } from '../actions/focus-row'
import { mayEdit, startEdit } from '../actions/message-actions'
import { submitNote } from '../notes/submit-note'
import {
  type Attachment,
  composerState,
  focusComposer,
  type MessageReference,
  type Mode,
  storeAttachments,
  storeNote,
} from '../store/composer'
import { sendFromThread } from '../store/outbox'
import { editMessage } from '../store/requests'
import type { Thread } from '../store/thread'
import { applyMessageResponse } from '../store/threads'
import { addAttachments, clearAttachments } from './attach'
import { confirmIfAnswered } from './confirm-answered'
import { formatByKey } from './formatting'
import { isSendKey } from './send-key'
import { useText } from './use-text'
import { useTyping } from './use-typing'

const quotedBy = (reference: MessageReference | null) => (reference?.kind === 'quote' ? reference.quoted : null)

/** State and actions of the composer of a ticket. */
export function useComposer(thread: Thread) {
  const { id } = thread.ticket.peek()
  const state = composerState(id)
  const reference = useValue(state.reference)
  const attachments = useValue(state.attachments)
  const mode = useValue(state.mode)
  const { text, setText } = useText(thread)
  const typing = useTyping(id)
  const body = text.trim()
  const isNote = mode === 'note' && reference?.kind !== 'edit'
  const limit = isNote ? limits.note.max : limits.messageBody.max
  const isTooLong = body.length > limit

  const clearReference = () => {
    state.reference.value = null
  }
  const setMode = (next: Mode) => {
    state.mode.value = next
    focusComposer()
  }
  const setAttachments = (next: Attachment[]) => storeAttachments(id, next)
  const addFiles = useCallback(
    (files: File[]) => storeAttachments(id, addAttachments(composerState(id).attachments.peek(), files)),
    [id],
  )
  const dropFiles = () => clearAttachments(id, attachments)
  const sendText = async () => {
    if (!body || isTooLong) return
    if (reference?.kind === 'edit') return saveEdit(reference.message.id, reference.message.body, body, clearReference)
    if (isNote) return saveNote(id, body)
    if (!(await confirmIfAnswered(thread))) return focusComposer()
    sendFromThread(thread, { body, quoted: quotedBy(reference) })
    setText('')
    clearReference()
    typing.stop()
    focusComposer()
  }
  const sendFiles = async () => {
    if (!(await confirmIfAnswered(thread))) return
    // The typed text becomes the caption of the first file, unless that file has a caption.
    const isReply = mode === 'reply' && reference?.kind !== 'edit'
    const textAsCaption = isReply && attachments[0]?.caption.trim() === '' && body.length <= limits.caption.max
    sendFromThread(thread, ...withCaptions(attachments, textAsCaption ? body : '', reference))
    if (textAsCaption) setText('')
    setAttachments([])
    clearReference()
    focusComposer()
  }
  const undo = () => {
    state.mode.value = 'reply'
    restore(id, undoSend(id), setText, text)
  }
  return {
    ...{ reference, attachments, mode, isNote, text, body, limit, isTooLong, typing },
    ...{ setText, clearReference, setMode, setAttachments, addFiles, dropFiles, sendText, sendFiles, undo },
  }
}
export type ComposerModel = ReturnType<typeof useComposer>

function saveEdit(id: number, before: string, body: string, done: () => void) {
  if (body === before) return done()
  editMessage(id, body).then((edited) => {
    applyMessageResponse(edited)
    done()
  }, toastError)
}

/** Clears the field at once; restores the text if the server refuses the note. */
function saveNote(ticketId: number, body: string) {
  if (body.length < limits.note.min) return
  storeNote(ticketId, '')
  focusComposer()
  submitNote(ticketId, body).catch((failure) => {
    const { note } = composerState(ticketId)
    storeNote(ticketId, [body, note.peek()].filter(Boolean).join('\n'))
    toastError(failure)
  })
}

const withCaptions = (attachments: Attachment[], textAsCaption: string, reference: MessageReference | null): Draft[] =>
  attachments.map(({ file, caption }, index) => ({
    body: caption.trim() || (index === 0 ? textAsCaption : ''),
    quoted: index === 0 ? quotedBy(reference) : null,
    file,
  }))

/** Returns undone drafts to the composer: texts before the text typed since, files before those attached since. */
function restore(ticketId: number, drafts: Draft[], setText: (text: string) => void, typedText: string) {
  const texts = drafts.filter(({ file }) => !file).map(({ body }) => body)
  const files = drafts.flatMap(({ file, body }) => (file ? [{ id: newId(), file, caption: body }] : []))
  const { reference, attachments } = composerState(ticketId)
  if (texts.length > 0) setText([...texts, typedText].filter(Boolean).join('\n'))
  if (files.length > 0) storeAttachments(ticketId, [...files, ...attachments.peek()])
  const quoted = drafts[0]?.quoted
  if (quoted) reference.value ??= { kind: 'quote', quoted }
  focusComposer()
}

/**
 * Enter sends; Escape cancels the quote, edit or note, then leaves the conversation and focuses its row; ↑ in an empty
 * text edits the last message.
 */
export function useComposerKeys(model: ComposerModel, thread: Thread) {
  const { reference, text, isNote, sendText, clearReference, setMode } = model
  const me = useMe()
  const [, navigate] = useLocation()
  const editLast = () => {
    const last =
      text === '' && !reference && !isNote && thread.messages().findLast((message) => mayEdit(message, me.id))
    if (last) startEdit(last)
    return Boolean(last)
  }
  const sendByKey = (event: KeyboardEvent) => {
    const isSend = isSendKey(event)
    if (isSend) void sendText()
    return isSend
  }
  const leave = () => {
    if (reference) clearReference()
    else if (isNote) setMode('reply')
    else {
      const { id } = thread.ticket.peek()
      navigate(toTickets())
      // On a narrow screen the list is rendered in the next frame.
      if (!focusRow(id)) requestAnimationFrame(() => focusRow(id))
    }
  }
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || formatByKey(event)) return
    if (event.key === 'Escape') return leave()
    if (sendByKey(event) || (event.key === 'ArrowUp' && editLast())) event.preventDefault()
  }
}
