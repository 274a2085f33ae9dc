import { computed, signal } from '@preact/signals-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { lists, tab } from './tickets'

interface Selection {
  ids: ReadonlySet<number>
  /** Where a stretch begins, and what was selected beside it. */
  anchor: number | null
  base: ReadonlySet<number>
}
const none: Selection = { ids: new Set(), anchor: null, base: new Set() }
const selection = signal(none)

export const clearSelection = () => {
  if (selection.peek() !== none) selection.value = none
}
// Another list is another question.
tab.subscribe(clearSelection)

const rows = computed(() => lists[tab.value].rows.value)

/** What is done to the selected is done to these: in the order of the list, and only while they stand in it. */
export const selectedTickets = computed<Ticket[]>(() => {
  const { ids } = selection.value
  return ids.size === 0 ? [] : rows.value.filter(({ id }) => ids.has(id))
})
export const isSelecting = computed(() => selectedTickets.value.length > 0)
export const selectedSignal = (id: number) => computed(() => selection.value.ids.has(id))

/** One row more, or one less; a stretch may begin here. */
export function toggleSelected(id: number) {
  const ids = new Set(selectedTickets.peek().map((ticket) => ticket.id))
  if (!ids.delete(id)) ids.add(id)
  selection.value = { ids, anchor: id, base: ids }
}

/** Everything from where the stretch began up to this row, beside what was selected before; `from` begins one. */
export function selectUpTo(id: number, from: number = id) {
  const { anchor, base } = selection.peek()
  const order = rows.peek().map((ticket) => ticket.id)
  const start = anchor !== null && order.includes(anchor) ? anchor : from
  const [one, other] = [order.indexOf(start), order.indexOf(id)]
  if (one < 0 || other < 0) return
  const stretch = order.slice(Math.min(one, other), Math.max(one, other) + 1)
  selection.value = { ids: new Set([...base, ...stretch]), anchor: start, base }
}
