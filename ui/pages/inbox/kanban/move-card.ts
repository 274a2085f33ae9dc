import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Tag } from '../../../../src/features/contacts/tags/model'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { ticketContactName } from '../../../contact/ticket-contact-name'
import { api, unwrapResponse } from '../../../lib/api'
import { tags } from '../../../lib/tags'
import { toastError } from '../../../lib/toast'
import { cards, type LaneId, laneOf, lanes, requestMove } from './store'

/** Text of the live region that announces a move to screen readers. */
export const moveAnnouncement = signal('')
/** Ticket id of a card moved by keyboard, until it has the focus again or something else has. */
export const followedCard = signal<number | null>(null)

export const laneName = (id: LaneId) => lanes.peek().find((tag) => tag.id === id)?.name ?? i18n.t('kanban.untagged')

/** Moves a card to a lane and announces it; announces the return if the server refuses. */
export async function moveCard(ticket: Ticket, to: LaneId) {
  if (laneOf(ticket) === to) return
  const name = ticketContactName(ticket)
  moveAnnouncement.value = i18n.t('kanban.moved', { name, lane: laneName(to) })
  try {
    await requestMove(ticket, to)
  } catch (failure) {
    toastError(failure)
    moveAnnouncement.value = i18n.t('kanban.movedBack', {
      name,
      lane: laneName(laneOf(cards.get(ticket.id) ?? ticket)),
    })
  }
}

/** Moves a card one lane to the left or right, by keyboard. */
export function moveCardBy(ticket: Ticket, step: 1 | -1) {
  const order: LaneId[] = [null, ...lanes.peek().map(({ id }) => id)]
  const to = order[order.indexOf(laneOf(ticket)) + step]
  if (to === undefined) return
  followedCard.value = ticket.id
  void moveCard(ticket, to)
}

/** Swaps a lane with its neighbour at once; restores the order if the server refuses. */
export async function moveLaneBy(lane: Tag, step: 1 | -1) {
  const order = lanes.peek().map(({ id }) => id)
  const at = order.indexOf(lane.id)
  const other = order[at + step]
  if (other === undefined) return
  order[at] = other
  order[at + step] = lane.id
  const before = lanes.peek()
  for (const [index, id] of order.entries()) tags.patch(id, { orderTag: index + 1 })
  try {
    await unwrapResponse(api.tags.kanban.put({ tags: order }))
  } catch (failure) {
    for (const { id, orderTag } of before) tags.patch(id, { orderTag })
    toastError(failure)
  }
}
