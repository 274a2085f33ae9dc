import { computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'

/** The tickets this person pinned, on whichever of their screens. */
const pins = signal<ReadonlySet<number>>(new Set())
/** What was heard while an answer was on its way, which may not know of it. */
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

/** An answer that names all pins: those count, but for what was heard since it was asked for. */
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

/** What is pinned stands above the rest. */
export function pinsFirst(a: Ticket, b: Ticket): number {
  const now = pins.value // read here, so that a list sorts again when they change
  return Number(now.has(b.id)) - Number(now.has(a.id))
}
