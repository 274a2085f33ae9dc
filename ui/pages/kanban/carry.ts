import { signal } from '@preact/signals-react'
import { cards, type LaneId } from './store'
import { moveCard } from './verbs'

/** Ticket id of the card being dragged, by mouse or touch. */
export const carried = signal<number | null>(null)
/** Lane below the dragged card; undefined for none. */
export const over = signal<LaneId | undefined>(undefined)

/** Ends a drag: moves the card to the lane, or leaves it in place without one. */
export function letGo(ticketId: number, to?: LaneId) {
  carried.value = null
  over.value = undefined
  const ticket = cards.get(ticketId)
  if (ticket && to !== undefined) void moveCard(ticket, to)
}
