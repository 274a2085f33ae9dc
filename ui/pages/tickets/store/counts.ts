import { signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { List } from '../../../lib/list'

export interface Counts {
  open: number
  pending: number
}
/** Number at which the server stops counting. */
export const mostCounted = 100

/**
 * Delay of a recount by the server, in ms. Up to the same time is added at random, because many clients receive the
 * same event. It doubles each time the count had not changed.
 */
export const recounting = { first: 10_000, longest: 80_000 }

/** Count by the server, plus certain changes since. */
const counted = signal<Counts>({ open: 0, pending: 0 })
/** Number of possible changes; tells whether a response is outdated. */
let changes = 0
/** Consecutive recounts without a change. */
let inVain = 0
let isWaiting = false

/** Reads a signal. */
export const serverCount = (name: keyof Counts) => counted.value[name]

/**
 * Ids of tickets received by event since the lists were loaded from the top; one that is in no list belongs to none.
 */
export const followed = new Set<number>()

/**
 * True if it is certain that an unloaded ticket was not in the list. A list with more pages may contain it further
 * down, unless the ticket was created (`made`) after the last loaded row.
 */
export function isCertain(list: List<Ticket>, id: number, made?: Ticket): boolean {
  const state = list.state.peek()
  if (followed.has(id) || state === 'idle') return true
  if (state !== 'ready' || list.isStale()) return false
  return (
    !list.hasMore.peek() || (made !== undefined && list.belongsToLoadedPages({ ...made, updatedAt: made.createdAt }))
  )
}

/** Runs a request whose response includes the counts; recounts if they may have changed meanwhile. */
export async function counting<T extends { counts: Counts }>(
  ask: () => Promise<T>,
  recount: () => unknown,
): Promise<T> {
  const before = changes
  const answer = await ask()
  counted.value = answer.counts
  if (changes !== before) recountSoon(recount)
  return answer
}

/** Changes a count by 1 or −1. With null (unknown), or above the server's limit, the server counts again. */
export function count(name: keyof Counts, by: number | null, recount: () => unknown) {
  if (by === 0) return
  changes++
  const now = counted.peek()[name]
  if (by !== null && now < mostCounted) counted.value = { ...counted.peek(), [name]: now + by }
  else if (by !== 1) recountSoon(recount)
}

/** Schedules one recount; a hidden tab waits until it is visible. */
function recountSoon(recount: () => unknown) {
  if (isWaiting) return
  isWaiting = true
  const wait = Math.min(recounting.longest, recounting.first * 2 ** inVain)
  setTimeout(() => whenSeen(() => void settle(recount)), wait * (1 + Math.random()))
}

function whenSeen(work: () => void) {
  if (document.visibilityState === 'visible') return work()
  document.addEventListener('visibilitychange', () => whenSeen(work), { once: true })
}

async function settle(recount: () => unknown) {
  isWaiting = false
  const before = counted.peek()
  await Promise.resolve(recount()).catch(() => undefined) // retried after the next change or load
  const { open, pending } = counted.peek()
  inVain = open === before.open && pending === before.pending ? inVain + 1 : 0
}
