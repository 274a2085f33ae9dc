import { computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'

/** Ids of the tickets pinned by the user. */
const pins = signal<ReadonlySet<number>>(new Set())
/** Changes received while a request was in flight, whose response may not include them. */
const pendingChanges = new Set<Map<number, boolean>>()

export const isPinned = (id: number) => pins.peek().has(id)
export const pinnedSignal = (id: number) => computed(() => pins.value.has(id))

export function setPin(id: number, pinned: boolean) {
  for (const changes of pendingChanges) changes.set(id, pinned)
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
export async function updatePins<T extends { pinned: Ticket[] }>(request: () => Promise<T>): Promise<T> {
  const changes = new Map<number, boolean>()
  pendingChanges.add(changes)
  try {
    const response = await request()
    const pinnedIds = response.pinned.map(({ id }) => id)
    pins.value = changed(pinnedIds, changes)
    return response
  } finally {
    pendingChanges.delete(changes)
  }
}

/** Order: pinned tickets first. */
export function comparePins(a: Ticket, b: Ticket): number {
  const ids = pins.value // reading the signal makes the list sort again when a pin changes
  return Number(ids.has(b.id)) - Number(ids.has(a.id))
}
