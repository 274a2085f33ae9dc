import { signal } from '@preact/signals-react'
import { moveCard } from './move-card'
import { cards, type LaneId } from './store'

/** Ticket id of the card being dragged, by mouse or touch. */
export const draggedCard = signal<number | null>(null)
/** Lane below the dragged card; undefined for none. */
export const laneUnderCard = signal<LaneId | undefined>(undefined)

/** Ends a drag: moves the card to the lane, or leaves it in place without one. */
export function endDrag(ticketId: number, to?: LaneId) {
  draggedCard.value = null
  laneUnderCard.value = undefined
  const ticket = cards.get(ticketId)
  if (ticket && to !== undefined) void moveCard(ticket, to)
}
