import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Message } from '../../../../src/features/messages/model'
import { toastSuccess } from '../../../lib/toast'
import { deselectMessage, endSelection } from '../store/message-selection'
import { forwardMessage } from '../store/requests'
import { applyMessage } from '../store/threads'

/** Messages of one ticket in the forward dialog that are not forwarded yet, oldest first; null while it is closed. */
export const forwarding = signal<readonly Message[] | null>(null)
export const openForward = (messages: readonly Message[]) => {
  forwarding.value = messages
}
export const closeForward = () => {
  forwarding.value = null
}

/** Key of a target: an open ticket or a contact. */
export type Target = `ticket:${number}` | `contact:${number}`

/**
 * Forwards the messages of the dialog in their order, each to all targets or, on error, to none. A forwarded one leaves
 * the dialog and the selection, so that only the others are tried again after an error. @throws AppError
 * @param attempt random id of these targets: a message whose response was lost is not sent twice
 */
export async function forwardToTargets(targets: readonly Target[], attempt: string) {
  const all = forwarding.peek() ?? []
  const idsOf = (kind: string) => targets.filter((key) => key.startsWith(kind)).map((key) => Number(key.split(':')[1]))
  const to = { ticketIds: idsOf('ticket:'), contactIds: idsOf('contact:') }
  for (const { id } of all) {
    if (!forwarding.peek()?.some((left) => left.id === id)) return // the dialog was closed
    const { messages } = await forwardMessage(id, to, `${attempt}:${id}`)
    for (const one of messages) applyMessage(one)
    removeForwarded(id)
  }
  toastSuccess(forwardedText(all.length, targets.length))
  endSelection()
  closeForward()
}

const forwardedText = (messages: number, count: number) =>
  messages === 1
    ? i18n.t('conversation.forwarded', { count })
    : i18n.t('conversation.forwardedMany', { count, messages })

function removeForwarded(id: number) {
  forwarding.value = forwarding.peek()?.filter((message) => message.id !== id) ?? null
  deselectMessage(id)
}

const forwardable = ['chat', 'image', 'video', 'audio', 'application']
/** True if a message can be forwarded; same rule as on the server. */
export const mayForward = ({ id, isDeleted, mediaType, mediaUrl, detail }: Message) =>
  id > 0 &&
  !isDeleted &&
  forwardable.includes(mediaType) &&
  (mediaType === 'chat' || mediaUrl !== null) &&
  !detail?.viewOnce
