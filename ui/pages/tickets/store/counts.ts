import { signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { List } from '../../../lib/list'

export interface Counts {
  open: number
  pending: number
}
/** Where the server stops counting. */
export const mostCounted = 100

/**
 * How long changes are gathered before the server counts again, ms, and up to as long again by chance: a whole company
 * hears of one change at once. Each time that nothing had changed after all it waits twice as long.
 */
export const recounting = { first: 10_000, longest: 80_000 }

/** What the server counted, and what was certainly more or less since. */
const counted = signal<Counts>({ open: 0, pending: 0 })
/** Raised by whatever may have changed them, so that an answer that knows nothing of it is not the last. */
let changes = 0
/** Times in a row that the server had nothing else to say. */
let inVain = 0
let isWaiting = false

/** Reads a signal. */
export const serverCount = (name: keyof Counts) => counted.value[name]

/** Tickets heard of since the lists were loaded from their top: one that is in none of them belongs to none. */
export const followed = new Set<number>()

/**
 * Of a ticket that a list has not loaded: whether it certainly was not in it. A long list may have it further down;
 * not so if it was `made` after the last row that is loaded, for what changes last comes first.
 */
export function isCertain(list: List<Ticket>, id: number, made?: Ticket): boolean {
  const state = list.state.peek()
  if (followed.has(id) || state === 'idle') return true
  if (state !== 'ready' || list.isStale()) return false
  return (
    !list.hasMore.peek() || (made !== undefined && list.belongsToLoadedPages({ ...made, updatedAt: made.createdAt }))
  )
}

/** Asks for something that brings the counts with it; they are asked for again should they change meanwhile. */
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

/** One more or one less, or perhaps, which null says: that, and what is left of more than were counted, the server knows. */
export function count(name: keyof Counts, by: number | null, recount: () => unknown) {
  if (by === 0) return
  changes++
  const now = counted.peek()[name]
  if (by !== null && now < mostCounted) counted.value = { ...counted.peek(), [name]: now + by }
  else if (by !== 1) recountSoon(recount)
}

/** For who looks: in a tab that nobody sees it waits until somebody does. */
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
  await Promise.resolve(recount()).catch(() => undefined) // the next change or load asks again
  const { open, pending } = counted.peek()
  inVain = open === before.open && pending === before.pending ? inVain + 1 : 0
}
