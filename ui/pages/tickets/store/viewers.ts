import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { me } from '../../../lib/session'
import type { Typing } from './typing'

/** A colleague who has the same conversation on screen. */
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

/** Who else looks at a ticket now; known only while it is on this screen. */
export const viewersOf = (ticketId: number): ReadonlySignal<readonly Colleague[]> => entry(ticketId)

export function setViewers(ticketId: number, viewers: readonly { id: number; name: string }[]) {
  const before = entry(ticketId).peek()
  const others = viewers.filter(({ id }) => id !== me.peek()?.id)
  entry(ticketId).value = others.map((one) => ({ typing: null, ...before.find(({ id }) => id === one.id), ...one }))
}

/** A colleague types, or stops; a "paused" that never came is taken for come. */
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

/** Off the screen, or the connection was lost: what was known is no longer. */
export const forgetViewers = (ticketId: number) => {
  entry(ticketId).value = []
}
