import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'

/** Messages selected in a ticket; null while none can be selected. */
const selection = signal<{ ticketId: number; messages: ReadonlyMap<number, Message> } | null>(null)

/** Selected messages of a ticket, oldest first; null outside of the selection. */
export const selectedMessages = (ticketId: number): ReadonlySignal<readonly Message[] | null> =>
  computed(() => {
    const current = selection.value
    return current?.ticketId === ticketId ? [...current.messages.values()].sort((a, b) => a.id - b.id) : null
  })
export const isSelectingMessages = computed(() => selection.value !== null)
export const isMessageSelected = (id: number): ReadonlySignal<boolean> =>
  computed(() => selection.value?.messages.has(id) ?? false)

/** Begins a selection in the ticket on screen, with this message. */
export function startSelection(ticketId: number, message: Message) {
  selection.value = { ticketId, messages: new Map([[message.id, message]]) }
}
export function toggleMessages(messages: readonly Message[]) {
  const current = selection.peek()
  if (!current) return
  const next = new Map(current.messages)
  const isSelected = messages.every(({ id }) => next.has(id))
  for (const message of messages) isSelected ? next.delete(message.id) : next.set(message.id, message)
  selection.value = { ...current, messages: next }
}
export function deselectMessage(id: number) {
  const current = selection.peek()
  if (current?.messages.has(id))
    selection.value = { ...current, messages: new Map([...current.messages].filter(([other]) => other !== id)) }
}
export const endSelection = () => {
  selection.value = null
}
