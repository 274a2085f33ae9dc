import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { limits } from '../../../../../src/shared/limits'
import { draftText } from '../../../../lib/drafts'
import type { Draft } from '../../../../lib/outbox/entries'
import { toTickets } from '../../../../lib/paths'
import { useMe } from '../../../../lib/session'
import { toastError } from '../../../../lib/toast'
import { useValue } from '../../../../lib/use-value'
import { focusRow } from '../actions/focus-row'
import { mayEdit, saveEdit, startEdit } from '../actions/message-actions'
import { returnToComposer } from '../actions/undo-sending'
import { submitUnsentNote } from '../notes/submit-note'
import {
  type Attachment,
  composerState,
  focusComposer,
  type MessageReference,
  type Mode,
  storeAttachments,
} from '../store/composer'
import { sendWithQuestion } from '../store/outbox'
import type { Thread } from '../store/thread'
import { addAttachments, clearAttachments } from './attach'
import { confirmIfAnswered, newestMessageTime } from './confirm-answered'
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
  const startMode = useStartMode(thread)
  const limit = isNote ? limits.note.max : limits.messageBody.max
  const isTooLong = body.length > limit

  const [fetching, setFetching] = useState(0)
  const isReply = mode === 'reply' && reference?.kind !== 'edit'
  const isFetching = isReply && fetching > 0

  const clearReference = () => {
    state.reference.value = null
  }
  const setMode = (next: Mode) => {
    state.mode.value = next
    focusComposer()
  }
  const setAttachments = (next: Attachment[]) => storeAttachments(id, next)
  const typed = useRef({ body, setText, isReply })
  typed.current = { body, setText, isReply }
  const addFiles = useCallback(
    (files: File[]) => {
      const before = composerState(id).attachments.peek()
      const [first, ...others] = addAttachments(before, files)
      const { body, setText, isReply } = typed.current
      const isCaption = isReply && before.length === 0 && body !== '' && body.length <= limits.caption.max
      if (!first) return
      storeAttachments(id, isCaption ? [{ ...first, caption: body }, ...others] : [first, ...others])
      if (isCaption) setText('')
    },
    [id],
  )
  /** Adds the file of a quick message, which is downloaded first; the text cannot be sent without it meanwhile. */
  const fetchFiles = async (download: Promise<File[]>) => {
    setFetching((count) => count + 1)
    try {
      addFiles(await download)
    } finally {
      setFetching((count) => count - 1)
    }
  }
  /** The captions return to the text field. */
  const dropFiles = () => {
    const captions = attachments
      .map(({ caption }) => caption.trim())
      .filter(Boolean)
      .join('\n')
    const isMoved = captions !== '' && body === ''
    if (isMoved) setText(captions)
    clearAttachments(id, attachments, () => isMoved && typed.current.body === captions && typed.current.setText(''))
  }
  const sendText = async () => {
    if (!body || isTooLong || isFetching) return
    if (reference?.kind === 'edit') return saveEdit(reference.message, body)
    if (isNote) return saveNote(id, body, () => setMode(startMode))
    if (!(await confirmIfAnswered(thread))) return focusComposer()
    sendAndAskAgain(thread, { body, quoted: quotedBy(reference) })
    setText('')
    clearReference()
    typing.stop()
    focusComposer()
  }
  const sendFiles = async () => {
    if (!(await confirmIfAnswered(thread))) return
    // Text typed since the files were chosen becomes the caption of the first file, unless that file has a caption.
    const textAsCaption = isReply && attachments[0]?.caption.trim() === '' && body.length <= limits.caption.max
    sendAndAskAgain(thread, ...withCaptions(attachments, textAsCaption ? body : '', reference))
    if (textAsCaption) setText('')
    setAttachments([])
    clearReference()
    focusComposer()
  }
  return {
    ...{ reference, attachments, mode, isNote, text, body, limit, isTooLong, isFetching, typing },
    ...{ setText, clearReference, setMode, setAttachments, addFiles, fetchFiles, dropFiles, sendText, sendFiles },
  }
}
export type ComposerModel = ReturnType<typeof useComposer>

/**
 * Sends; asks again at the end of the undo time if another person has answered within it. Refused, the messages return to
 * the composer.
 */
function sendAndAskAgain(thread: Thread, ...drafts: Draft[]) {
  const sentAt = newestMessageTime(thread)
  const confirm = () => confirmIfAnswered(thread, sentAt)
  sendWithQuestion(thread, { confirm, takeBack: returnToComposer }, ...drafts)
}

/** Saves a note; the composer then returns to the mode in which it started. */
function saveNote(ticketId: number, body: string, onSaving: () => void) {
  if (body.length < limits.note.min) return
  void submitUnsentNote(ticketId, body).catch((failure) => {
    composerState(ticketId).mode.value = 'note'
    toastError(failure)
  })
  onSaving()
}

/**
 * Mode in which the composer of a ticket starts: note in a colleague's ticket, so that one does not write to the customer
 * by accident (docs/adr/0137). An unsent reply keeps its mode. Taking the ticket over returns to the reply.
 */
function useStartMode(thread: Thread): Mode {
  const { id, user } = useValue(thread.ticket)
  const myId = useMe().id
  const start = user !== null && user.id !== myId ? 'note' : 'reply'
  const wasStart = useRef<Mode>('reply')
  useLayoutEffect(() => {
    const { mode, reference, note } = composerState(id)
    if (start === 'note' && !draftText(id) && !reference.peek()) mode.value = 'note'
    if (start === 'reply' && wasStart.current === 'note' && !note.peek()) mode.value = 'reply'
    wasStart.current = start
  }, [id, start])
  return start
}

const withCaptions = (attachments: Attachment[], textAsCaption: string, reference: MessageReference | null): Draft[] =>
  attachments.map(({ file, caption }, index) => ({
    body: caption.trim() || (index === 0 ? textAsCaption : ''),
    quoted: index === 0 ? quotedBy(reference) : null,
    file,
  }))

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
