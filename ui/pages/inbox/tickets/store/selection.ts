import { computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { lists, tab } from './tickets'

interface Selection {
  ids: ReadonlySet<number>
  /** First row of a range selection, and the rows selected besides it. */
  anchor: number | null
  base: ReadonlySet<number>
}
const none: Selection = { ids: new Set(), anchor: null, base: new Set() }
const selection = signal(none)

export const clearSelection = () => {
  if (selection.peek() !== none) selection.value = none
}
// Changing the list clears the selection.
tab.subscribe(clearSelection)

const rows = computed(() => lists[tab.value].rows.value)

/** Selected tickets in the order of the list; tickets that left the list are ignored. */
export const selectedTickets = computed<Ticket[]>(() => {
  const { ids } = selection.value
  return ids.size === 0 ? [] : rows.value.filter(({ id }) => ids.has(id))
})
export const isSelecting = computed(() => selectedTickets.value.length > 0)
export const selectedSignal = (id: number) => computed(() => selection.value.ids.has(id))

/** Selects or deselects a row and makes it the anchor of a range. */
export function toggleSelected(id: number) {
  const ids = new Set(selectedTickets.peek().map((ticket) => ticket.id))
  if (!ids.delete(id)) ids.add(id)
  selection.value = { ids, anchor: id, base: ids }
}

/**
 * Selects the range from the anchor to this row besides the previous selection; `from` is the anchor if there is none.
 */
export function selectUpTo(id: number, from: number = id) {
  const { anchor, base } = selection.peek()
  const order = rows.peek().map((ticket) => ticket.id)
  const start = anchor !== null && order.includes(anchor) ? anchor : from
  const ends = [order.indexOf(start), order.indexOf(id)]
  if (ends.includes(-1)) return
  const range = order.slice(Math.min(...ends), Math.max(...ends) + 1)
  selection.value = { ids: new Set([...base, ...range]), anchor: start, base }
}
