import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'

export type Typing = 'composing' | 'recording' | null

/** Time in ms after which typing ends without a "paused" event. */
const typingTimeout = 12_000
const byTicket = new Map<number, { typing: Signal<Typing>; timer?: ReturnType<typeof setTimeout> }>()

function entryOf(ticketId: number) {
  const entry = byTicket.get(ticketId) ?? { typing: signal<Typing>(null) }
  byTicket.set(ticketId, entry)
  return entry
}

/** Typing state of the customer. */
export const typingOf = (ticketId: number): ReadonlySignal<Typing> => entryOf(ticketId).typing

export function setTyping(ticketId: number, presence: 'composing' | 'recording' | 'paused') {
  const entry = entryOf(ticketId)
  clearTimeout(entry.timer)
  entry.typing.value = presence === 'paused' ? null : presence
  if (presence !== 'paused') entry.timer = setTimeout(() => setTyping(ticketId, 'paused'), typingTimeout)
}
