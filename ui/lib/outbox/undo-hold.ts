import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'

/** Last sent messages of a ticket, which can still be undone. */
interface HeldMessages {
  clientIds: readonly string[]
  /** Undo time in seconds. */
  seconds: number
}
interface Hold {
  messages: Signal<HeldMessages | null>
  release: () => void
}
const byTicket = new Map<number, Hold>()

function holdOf(ticketId: number): Hold {
  const existing = byTicket.get(ticketId) ?? { messages: signal<HeldMessages | null>(null), release: () => {} }
  byTicket.set(ticketId, existing)
  return existing
}

export const heldMessages = (ticketId: number): ReadonlySignal<HeldMessages | null> => holdOf(ticketId).messages

/** Resolves when the messages may be sent: after `seconds`, or as soon as another message follows. */
export function holdForUndo(ticketId: number, clientIds: readonly string[], seconds: number): Promise<void> {
  releaseHeld(ticketId)
  if (seconds === 0) return Promise.resolve()
  const held = holdOf(ticketId)
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(() => releaseHeld(ticketId), seconds * 1000)
  held.messages.value = { clientIds, seconds }
  held.release = () => {
    clearTimeout(timer)
    held.messages.value = null
    held.release = () => {}
    resolve()
  }
  return promise
}

export const releaseHeld = (ticketId: number) => holdOf(ticketId).release()

/** Sends all waiting messages at once; called when the page is closed. */
export function releaseAllHeld() {
  for (const { release } of [...byTicket.values()]) release()
}
if (typeof window !== 'undefined') window.addEventListener?.('pagehide', releaseAllHeld)
