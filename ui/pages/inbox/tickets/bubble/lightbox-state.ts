import { signal } from '@preact/signals-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { findThread } from '../store/threads'

/** Picture in the lightbox, or null. */
export const lightbox = signal<Message | null>(null)
export const openLightbox = (message: Message) => {
  lightbox.value = message
}
export const closeLightbox = () => {
  lightbox.value = null
}

const isPicture = ({ mediaType, mediaUrl, isDeleted }: Message) =>
  mediaType === 'image' && mediaUrl !== null && !isDeleted

/** Loaded pictures of the ticket on screen, oldest first, and the index of this one. */
export function picturesAround(message: Message, ticketId: number | null) {
  const thread = findThread(ticketId ?? message.ticketId) ?? findThread(message.ticketId)
  const pictures = thread?.messages().filter(isPicture) ?? []
  const at = pictures.findIndex(({ id }) => id === message.id)
  return at < 0 ? { pictures: [message], at: 0 } : { pictures, at }
}
