import { computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'

/** Ids of the tickets pinned by the user. */
const pins = signal<ReadonlySet<number>>(new Set())
/** Changes received while a request was in flight, whose response may not include them. */
const asking = new Set<Map<number, boolean>>()

export const isPinned = (id: number) => pins.peek().has(id)
export const pinnedSignal = (id: number) => computed(() => pins.value.has(id))

export function setPin(id: number, pinned: boolean) {
  for (const heard of asking) heard.set(id, pinned)
  pins.value = changed(pins.peek(), [[id, pinned]])
}

function changed(before: Iterable<number>, changes: Iterable<[number, boolean]>): ReadonlySet<number> {
  const next = new Set(before)
  for (const [id, pinned] of changes) {
    if (pinned) next.add(id)
    else next.delete(id)
  }
  return next
}

/** Runs a request whose response lists all pins, and applies changes received meanwhile. */
export async function askPins<T extends { pinned: Ticket[] }>(ask: () => Promise<T>): Promise<T> {
  const heard = new Map<number, boolean>()
  asking.add(heard)
  try {
    const answer = await ask()
    const named = answer.pinned.map(({ id }) => id)
    pins.value = changed(named, heard)
    return answer
  } finally {
    asking.delete(heard)
  }
}

/** Order: pinned tickets first. */
export function pinsFirst(a: Ticket, b: Ticket): number {
  const now = pins.value // reading the signal makes the list sort again when a pin changes
  return Number(now.has(b.id)) - Number(now.has(a.id))
}
