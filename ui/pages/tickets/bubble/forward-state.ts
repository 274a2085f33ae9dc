import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Message } from '../../../../src/features/messages/model'
import { toastSuccess } from '../../../lib/toast'
import { forwardMessage } from '../store/requests'
import { applyMessage } from '../store/threads'

/** Message in the forward dialog, or null. */
export const forwarding = signal<Message | null>(null)
export const openForward = (message: Message) => {
  forwarding.value = message
}
export const closeForward = () => {
  forwarding.value = null
}

/** Key of a target: an open ticket or a contact. */
export type Target = `ticket:${number}` | `contact:${number}`

/** Forwards a message to all targets or, on error, to none. @throws AppError */
export async function forwardToTargets(message: Message, targets: readonly Target[]) {
  const idsOf = (kind: string) => targets.filter((key) => key.startsWith(kind)).map((key) => Number(key.split(':')[1]))
  const { messages } = await forwardMessage(message.id, { ticketIds: idsOf('ticket:'), contactIds: idsOf('contact:') })
  for (const one of messages) applyMessage(one)
  toastSuccess(i18n.t('conversation.forwarded', { count: messages.length }))
}

const forwardable = ['chat', 'image', 'video', 'audio', 'application']
/** True if a message can be forwarded; same rule as on the server. */
export const mayForward = ({ id, isDeleted, mediaType, mediaUrl, detail }: Message) =>
  id > 0 &&
  !isDeleted &&
  forwardable.includes(mediaType) &&
  (mediaType === 'chat' || mediaUrl !== null) &&
  !detail?.viewOnce
