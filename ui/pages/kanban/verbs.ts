import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Tag } from '../../../src/features/tags/model'
import type { Ticket } from '../../../src/features/tickets/model'
import { ticketContactName } from '../../contact/ticket-contact-name'
import { api, ask } from '../../lib/api'
import { tags } from '../../lib/tags'
import { toastError } from '../../lib/toast'
import { cards, type LaneId, laneOf, lanes, move } from './store'

/** What a screen reader is told of a move. */
export const announced = signal('')
/** The card that was moved by a key: the focus goes with it. */
export const follow = signal<number | null>(null)

export const laneName = (id: LaneId) => lanes.peek().find((tag) => tag.id === id)?.name ?? i18n.t('kanban.untagged')

/** Takes a card to a lane, says so, and says too when it had to come back. */
export async function moveCard(ticket: Ticket, to: LaneId) {
  if (laneOf(ticket) === to) return
  const name = ticketContactName(ticket)
  announced.value = i18n.t('kanban.moved', { name, lane: laneName(to) })
  try {
    await move(ticket, to)
  } catch (failure) {
    toastError(failure)
    announced.value = i18n.t('kanban.movedBack', { name, lane: laneName(laneOf(cards.get(ticket.id) ?? ticket)) })
  }
}

/** One lane to the right or left, by a key. */
export function moveBeside(ticket: Ticket, step: 1 | -1) {
  const order: LaneId[] = [null, ...lanes.peek().map(({ id }) => id)]
  const to = order[order.indexOf(laneOf(ticket)) + step]
  if (to === undefined) return
  follow.value = ticket.id
  void moveCard(ticket, to)
}

/** A lane changes places with its neighbour: at once, and back when the server refuses. */
export async function shiftLane(lane: Tag, step: 1 | -1) {
  const order = lanes.peek().map(({ id }) => id)
  const at = order.indexOf(lane.id)
  const other = order[at + step]
  if (other === undefined) return
  order[at] = other
  order[at + step] = lane.id
  const before = lanes.peek()
  for (const [place, id] of order.entries()) tags.patch(id, { orderTag: place + 1 })
  try {
    await ask(api.tags.kanban.put({ tags: order }))
  } catch (failure) {
    for (const { id, orderTag } of before) tags.patch(id, { orderTag })
    toastError(failure)
  }
}
