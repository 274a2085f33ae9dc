import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Message } from '../../../../src/features/messages/model'
import { toastSuccess } from '../../../lib/toast'
import { forwardMessage } from '../store/requests'
import { putMessage } from '../store/threads'

/** The message that somebody is about to send on, if one is. */
export const forwarding = signal<Message | null>(null)
export const openForward = (message: Message) => {
  forwarding.value = message
}
export const closeForward = () => {
  forwarding.value = null
}

/** A target's key: a ticket that is attended, or a contact. */
export type Target = `ticket:${number}` | `contact:${number}`

/** @throws what the server refuses: nobody got it then */
export async function sendOn(message: Message, targets: readonly Target[]) {
  const idsOf = (kind: string) => targets.filter((key) => key.startsWith(kind)).map((key) => Number(key.split(':')[1]))
  const { messages } = await forwardMessage(message.id, { ticketIds: idsOf('ticket:'), contactIds: idsOf('contact:') })
  for (const one of messages) putMessage(one)
  toastSuccess(i18n.t('conversation.forwarded', { count: messages.length }))
}

const sentOn = ['chat', 'image', 'video', 'audio', 'application']
/** What can be said again as it is; the server decides the same. */
export const mayForward = ({ id, isDeleted, mediaType, mediaUrl, detail }: Message) =>
  id > 0 && !isDeleted && sentOn.includes(mediaType) && (mediaType === 'chat' || mediaUrl !== null) && !detail?.viewOnce
