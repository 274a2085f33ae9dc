import { type KeyboardEvent, useCallback } from 'react'
import { useLocation } from 'wouter'
import { limits } from '../../../../src/shared/limits'
import { toTickets } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { toastError } from '../../../lib/toast'
import { useValue } from '../../../lib/use-value'
import { mayEdit, startEdit } from '../bubble/message-actions'
import { editMessage } from '../server'
import { type Aim, type Attachment, composerOf, wantFocus } from '../store/composer'
import { send } from '../store/outbox'
import type { Thread } from '../store/thread'
import { putAnswer } from '../store/threads'
import { acceptAndTell } from './attach'
import { useText } from './use-text'
import { useTyping } from './use-typing'

/** On a phone's keyboard Enter breaks the line, as everywhere else there. */
const isTouch = () => matchMedia('(pointer: coarse)').matches
const quotedBy = (aim: Aim | null) => (aim?.kind === 'quote' ? aim.quoted : null)

/** What one composer holds and can do. */
export function useComposer(thread: Thread) {
  const { id } = thread.ticket.peek()
  const state = composerOf(id)
  const aim = useValue(state.aim)
  const attachments = useValue(state.attachments)
  const { text, write } = useText(id, aim)
  const typing = useTyping(id)
  const body = text.trim()
  const isTooLong = body.length > limits.messageBody.max

  const dropAim = () => {
    state.aim.value = null
  }
  const setAttachments = (next: Attachment[]) => {
    state.attachments.value = next
  }
  const addFiles = useCallback(
    (files: File[]) => {
      state.attachments.value = acceptAndTell(state.attachments.peek(), files)
    },
    [state],
  )
  const sendText = () => {
    if (!body || isTooLong) return
    if (aim?.kind === 'edit') return saveEdit(aim.message.id, aim.message.body, body, dropAim)
    send(thread, { body, quoted: quotedBy(aim) })
    write('')
    dropAim()
    typing.stop()
  }
  const sendFiles = () => {
    // The words already typed go with the first file, unless it has words of its own.
    const spare = aim?.kind !== 'edit' && attachments[0]?.caption.trim() === '' && body.length <= limits.caption.max
    sendAll(thread, attachments, spare ? body : '', aim)
    if (spare) write('')
    setAttachments([])
    dropAim()
    wantFocus()
  }
  return {
    aim,
    attachments,
    text,
    body,
    isTooLong,
    typing,
    write,
    dropAim,
    setAttachments,
    addFiles,
    sendText,
    sendFiles,
  }
}
export type ComposerModel = ReturnType<typeof useComposer>

function saveEdit(id: number, before: string, body: string, done: () => void) {
  if (body === before) return done()
  editMessage(id, body).then((edited) => {
    putAnswer(edited)
    done()
  }, toastError)
}

function sendAll(thread: Thread, attachments: Attachment[], spare: string, aim: Aim | null) {
  for (const [index, { file, caption }] of attachments.entries()) {
    const isFirst = index === 0
    send(thread, { body: caption.trim() || (isFirst ? spare : ''), quoted: isFirst ? quotedBy(aim) : null, file })
  }
}

/** Enter sends, Escape leaves what is under way and then the conversation, ↑ in an empty text edits the last message. */
export function useComposerKeys({ aim, text, sendText, dropAim }: ComposerModel, thread: Thread) {
  const me = useMe()
  const [, navigate] = useLocation()
  const editLast = () => {
    const last = text === '' && !aim && thread.messages().findLast((message) => mayEdit(message, me.id))
    if (last) startEdit(last)
    return Boolean(last)
  }
  const sendByEnter = ({ key, shiftKey }: KeyboardEvent) => {
    const isSend = key === 'Enter' && !shiftKey && !isTouch()
    if (isSend) sendText()
    return isSend
  }
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') return aim ? dropAim() : navigate(toTickets())
    if (sendByEnter(event) || (event.key === 'ArrowUp' && editLast())) event.preventDefault()
  }
}
