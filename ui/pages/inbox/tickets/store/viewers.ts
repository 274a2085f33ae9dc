import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { me } from '../../../../lib/session'
import type { Typing } from './typing'

/** Colleague who has the same ticket on screen. */
export interface Colleague {
  id: number
  name: string
  typing: Typing
}

const typingTimeout = 12_000
const byTicket = new Map<number, Signal<readonly Colleague[]>>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

function signalOf(ticketId: number) {
  const existing = byTicket.get(ticketId) ?? signal<readonly Colleague[]>([])
  byTicket.set(ticketId, existing)
  return existing
}

/** Other users who view a ticket; known only while it is on this screen. */
export const viewersOf = (ticketId: number): ReadonlySignal<readonly Colleague[]> => signalOf(ticketId)

export function setViewers(ticketId: number, viewers: readonly { id: number; name: string }[]) {
  const before = signalOf(ticketId).peek()
  const others = viewers.filter(({ id }) => id !== me.peek()?.id)
  signalOf(ticketId).value = others.map((one) => ({ typing: null, ...before.find(({ id }) => id === one.id), ...one }))
}

/** Sets the typing state of a colleague; it ends after a timeout if no "paused" event arrives. */
export function setColleagueTyping(ticketId: number, userId: number, presence: 'composing' | 'recording' | 'paused') {
  const key = `${ticketId}/${userId}`
  clearTimeout(timers.get(key))
  timers.delete(key)
  const typing = presence === 'paused' ? null : presence
  const viewers = signalOf(ticketId)
  if (!viewers.peek().some(({ id }) => id === userId)) return
  viewers.value = viewers.peek().map((one) => (one.id === userId ? { ...one, typing } : one))
  if (typing)
    timers.set(
      key,
      setTimeout(() => setColleagueTyping(ticketId, userId, 'paused'), typingTimeout),
    )
}

/** Clears the viewers when the ticket is left or the connection was lost. */
export const clearViewers = (ticketId: number) => {
  signalOf(ticketId).value = []
}
