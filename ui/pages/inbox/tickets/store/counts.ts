import { signal } from '@preact/signals-react'
import type { Ticket, TicketCounts } from '../../../../../src/features/inbox/tickets/model'
import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import type { List } from '../../../../lib/list'

/** Lists with a number of tickets. */
export const countedLists = ['mine', 'waiting', 'robot', 'all'] as const
export type CountedList = (typeof countedLists)[number]
type Counts = Record<CountedList, number>
/** Number at which the server stops counting. */
export const maxCount = 100

/**
 * Delay of a recount by the server, in ms. Up to the same time is added at random, because many clients receive the
 * same event. It doubles each time the count had not changed.
 */
export const recountDelay = { first: 10_000, longest: 80_000 }

/** Count by the server, plus certain changes since. */
const serverCounts = signal<Counts>({ mine: 0, waiting: 0, robot: 0, all: 0 })
/** Number of tickets that the filter leaves of a list, by the server's latest response. */
const filteredCounts = signal<Partial<Record<TicketListName, number>>>({})
/** Number of events that may have changed a count; a response requested before the latest one is outdated. */
let changes = 0
/** Consecutive recounts without a change. */
let unchangedRecounts = 0
let isScheduled = false

/** Count of a list without filter; reads a signal. */
export const serverCount = (name: CountedList) => serverCounts.value[name]
/** Count of a list with its filter; reads a signal. */
export const filteredServerCount = (name: TicketListName) => filteredCounts.value[name] ?? 0

/**
 * Latest state of tickets received by event since the lists were loaded from the top; null for a deleted one. Tells
 * whether a ticket below the loaded pages belonged to a list.
 */
export const receivedTickets = new Map<number, Ticket | null>()

/**
 * True if it is certain that an unloaded ticket was not in the list. A list with more pages may contain it further
 * down, unless the ticket was created after the last loaded row of a list in the order of changes.
 */
export function isKnownAbsent(list: List<Ticket>, created?: Ticket): boolean {
  const state = list.state.peek()
  if (state === 'idle') return true
  if (state !== 'ready' || list.isStale()) return false
  return (
    !list.hasMore.peek() ||
    (created !== undefined && list.belongsToLoadedPages({ ...created, updatedAt: created.createdAt }))
  )
}

/** Runs a request for a list whose response includes the counts; recounts if they may have changed meanwhile. */
export async function updateCounts<T extends { counts: TicketCounts }>(
  name: TicketListName,
  request: () => Promise<T>,
  recount: () => unknown,
): Promise<T> {
  const before = changes
  const response = await request()
  const { filtered, ...lists } = response.counts
  serverCounts.value = lists
  if (filtered !== null) filteredCounts.value = { ...filteredCounts.peek(), [name]: filtered }
  if (changes !== before) scheduleRecount(recount)
  return response
}

/** Changes a count by 1 or −1. With null (unknown), or above the server's limit, the server counts again. */
export function adjustCount(name: CountedList, difference: number | null, recount: () => unknown) {
  if (difference === 0) return
  changes++
  const now = serverCounts.peek()[name]
  if (difference !== null && now < maxCount) serverCounts.value = { ...serverCounts.peek(), [name]: now + difference }
  else if (difference !== 1) scheduleRecount(recount)
}

/** Schedules one recount; a hidden tab waits until it is visible. */
function scheduleRecount(recount: () => unknown) {
  if (isScheduled) return
  isScheduled = true
  const wait = Math.min(recountDelay.longest, recountDelay.first * 2 ** unchangedRecounts)
  setTimeout(() => whenVisible(() => void runRecount(recount)), wait * (1 + Math.random()))
}

function whenVisible(work: () => void) {
  if (document.visibilityState === 'visible') return work()
  document.addEventListener('visibilitychange', () => whenVisible(work), { once: true })
}

async function runRecount(recount: () => unknown) {
  isScheduled = false
  const before = serverCounts.peek()
  await Promise.resolve(recount()).catch(() => undefined) // retried after the next change or load
  const now = serverCounts.peek()
  unchangedRecounts = countedLists.every((name) => now[name] === before[name]) ? unchangedRecounts + 1 : 0
}
