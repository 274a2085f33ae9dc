import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'

export type Typing = 'composing' | 'recording' | null

/** Time in ms after which typing ends without a "paused" event. */
const forgottenAfter = 12_000
const byTicket = new Map<number, { typing: Signal<Typing>; timer?: ReturnType<typeof setTimeout> }>()

function entry(ticketId: number) {
  const known = byTicket.get(ticketId) ?? { typing: signal<Typing>(null) }
  byTicket.set(ticketId, known)
  return known
}

/** Typing state of the customer. */
export const typingOf = (ticketId: number): ReadonlySignal<Typing> => entry(ticketId).typing

export function setTyping(ticketId: number, presence: 'composing' | 'recording' | 'paused') {
  const known = entry(ticketId)
  clearTimeout(known.timer)
  known.typing.value = presence === 'paused' ? null : presence
  if (presence !== 'paused') known.timer = setTimeout(() => setTyping(ticketId, 'paused'), forgottenAfter)
}
