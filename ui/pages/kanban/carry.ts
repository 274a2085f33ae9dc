import { signal } from '@preact/signals-react'
import { cards, type LaneId } from './store'
import { moveCard } from './verbs'

/** The card that is carried, by mouse or by finger. */
export const carried = signal<number | null>(null)
/** The lane it is held over; undefined for none. */
export const over = signal<LaneId | undefined>(undefined)

/** Let go over a lane the card moves there; anywhere else it stays where it was. */
export function letGo(ticketId: number, to?: LaneId) {
  carried.value = null
  over.value = undefined
  const ticket = cards.get(ticketId)
  if (ticket && to !== undefined) void moveCard(ticket, to)
}
