import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'

/** What was sent last in a ticket and can still be taken back. */
export interface Held {
  clientIds: readonly string[]
  /** How long it waits in all. */
  seconds: number
}
interface Waiting {
  held: Signal<Held | null>
  go: () => void
}
const byTicket = new Map<number, Waiting>()

function entry(ticketId: number): Waiting {
  const known = byTicket.get(ticketId) ?? { held: signal<Held | null>(null), go: () => {} }
  byTicket.set(ticketId, known)
  return known
}

export const heldOf = (ticketId: number): ReadonlySignal<Held | null> => entry(ticketId).held

/** Resolves when the messages may go: after so many seconds, or as soon as something more is said. */
export function hold(ticketId: number, clientIds: readonly string[], seconds: number): Promise<void> {
  release(ticketId)
  if (seconds === 0) return Promise.resolve()
  const waiting = entry(ticketId)
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => release(ticketId), seconds * 1000)
  waiting.held.value = { clientIds, seconds }
  waiting.go = () => {
    clearTimeout(timer)
    waiting.held.value = null
    waiting.go = () => {}
    resolve()
  }
  return promise
}

export const release = (ticketId: number) => entry(ticketId).go()

/** The page is left: nothing waits any longer. */
export function releaseAll() {
  for (const { go } of [...byTicket.values()]) go()
}
if (typeof window !== 'undefined') window.addEventListener?.('pagehide', releaseAll)
