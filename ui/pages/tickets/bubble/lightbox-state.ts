import { signal } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'

/** The picture that fills the window, if one does. */
export const lightbox = signal<Message | null>(null)
export const openLightbox = (message: Message) => {
  lightbox.value = message
}
export const closeLightbox = () => {
  lightbox.value = null
}
