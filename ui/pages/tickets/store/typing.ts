import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'

export type Typing = 'composing' | 'recording' | null

/** A "paused" that never came must not leave somebody typing for ever. */
const forgottenAfter = 12_000
const byTicket = new Map<number, { typing: Signal<Typing>; timer?: ReturnType<typeof setTimeout> }>()

function entry(ticketId: number) {
  const known = byTicket.get(ticketId) ?? { typing: signal<Typing>(null) }
  byTicket.set(ticketId, known)
  return known
}

/** What the customer of a ticket is doing now. */
export const typingOf = (ticketId: number): ReadonlySignal<Typing> => entry(ticketId).typing

export function setTyping(ticketId: number, presence: 'composing' | 'recording' | 'paused') {
  const known = entry(ticketId)
  clearTimeout(known.timer)
  known.typing.value = presence === 'paused' ? null : presence
  if (presence !== 'paused') known.timer = setTimeout(() => setTyping(ticketId, 'paused'), forgottenAfter)
}
