import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { me } from '../../../lib/session'
import type { Typing } from './typing'

/** Colleague who has the same ticket on screen. */
export interface Colleague {
  id: number
  name: string
  typing: Typing
}

const forgottenAfter = 12_000
const byTicket = new Map<number, Signal<readonly Colleague[]>>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

function entry(ticketId: number) {
  const known = byTicket.get(ticketId) ?? signal<readonly Colleague[]>([])
  byTicket.set(ticketId, known)
  return known
}

/** Other users who view a ticket; known only while it is on this screen. */
export const viewersOf = (ticketId: number): ReadonlySignal<readonly Colleague[]> => entry(ticketId)

export function setViewers(ticketId: number, viewers: readonly { id: number; name: string }[]) {
  const before = entry(ticketId).peek()
  const others = viewers.filter(({ id }) => id !== me.peek()?.id)
  entry(ticketId).value = others.map((one) => ({ typing: null, ...before.find(({ id }) => id === one.id), ...one }))
}

/** Typing state of a colleague; ends by itself without a "paused" event. */
export function colleagueTypes(ticketId: number, userId: number, presence: 'composing' | 'recording' | 'paused') {
  const key = `${ticketId}/${userId}`
  clearTimeout(timers.get(key))
  timers.delete(key)
  const typing = presence === 'paused' ? null : presence
  const seen = entry(ticketId)
  if (!seen.peek().some(({ id }) => id === userId)) return
  seen.value = seen.peek().map((one) => (one.id === userId ? { ...one, typing } : one))
  if (typing)
    timers.set(
      key,
      setTimeout(() => colleagueTypes(ticketId, userId, 'paused'), forgottenAfter),
    )
}

/** Clears the viewers when the ticket is left or the connection was lost. */
export const forgetViewers = (ticketId: number) => {
  entry(ticketId).value = []
}
