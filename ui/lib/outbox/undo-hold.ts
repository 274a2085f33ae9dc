import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'

/** Last sent messages of a ticket, which can still be undone. */
export interface Held {
  clientIds: readonly string[]
  /** Undo time in seconds. */
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

/** Resolves when the messages may be sent: after `seconds`, or as soon as another message follows. */
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

/** Sends all waiting messages at once; called when the page is closed. */
export function releaseAll() {
  for (const { go } of [...byTicket.values()]) go()
}
if (typeof window !== 'undefined') window.addEventListener?.('pagehide', releaseAll)
