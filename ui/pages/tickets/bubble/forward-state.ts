import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Message } from '../../../../src/features/messages/model'
import { toastSuccess } from '../../../lib/toast'
import { endSelection } from '../store/message-selection'
import { forwardMessage } from '../store/requests'
import { applyMessage } from '../store/threads'

/** Messages of one ticket in the forward dialog, oldest first; null while it is closed. */
export const forwarding = signal<readonly Message[] | null>(null)
export const openForward = (messages: readonly Message[]) => {
  forwarding.value = messages
}
export const closeForward = () => {
  forwarding.value = null
}

/** Key of a target: an open ticket or a contact. */
export type Target = `ticket:${number}` | `contact:${number}`

/** Forwards messages in their order, each to all targets or, on error, to none. @throws AppError */
export async function forwardToTargets(forwarded: readonly Message[], targets: readonly Target[]) {
  const idsOf = (kind: string) => targets.filter((key) => key.startsWith(kind)).map((key) => Number(key.split(':')[1]))
  const to = { ticketIds: idsOf('ticket:'), contactIds: idsOf('contact:') }
  let count = 0
  for (const { id } of forwarded) {
    const { messages } = await forwardMessage(id, to)
    for (const one of messages) applyMessage(one)
    count += messages.length
  }
  toastSuccess(i18n.t('conversation.forwarded', { count }))
  endSelection()
}

const forwardable = ['chat', 'image', 'video', 'audio', 'application']
/** True if a message can be forwarded; same rule as on the server. */
export const mayForward = ({ id, isDeleted, mediaType, mediaUrl, detail }: Message) =>
  id > 0 &&
  !isDeleted &&
  forwardable.includes(mediaType) &&
  (mediaType === 'chat' || mediaUrl !== null) &&
  !detail?.viewOnce
