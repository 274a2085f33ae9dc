import { computed, signal } from '@preact/signals-react'
import type { Tag } from '../../../../src/features/contacts/tags/model'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import type { EventHandlers } from '../../../lib/realtime'
import { byLatestChange } from '../../../lib/sort-order'
import { type TagEvent, tags, withTagEvent } from '../../../lib/tags'

/** Tag id of a lane; null for the first lane, of tickets without a lane tag. */
export type LaneId = number | null

/** Ids of the queues shown; empty for all. */
export const queueIds = signal<number[]>([])

/** Maximum number of cards; older tickets are found by search. */
export const maxCards = 2000

export const cards = createList<Ticket>({
  compare: byLatestChange,
  load: async (cursor) => {
    const chosen = queueIds.peek()
    const query = { queueIds: chosen.length > 0 ? JSON.stringify(chosen) : undefined, cursor }
    const { tickets, hasMore, next } = await unwrapResponse(api.ticket.kanban.get({ query }))
    return { rows: tickets, hasMore, next }
  },
})

/** Loads all pages of the board up to `maxCards`. Never throws. */
export async function loadBoard() {
  while (cards.hasMore.peek() && cards.rows.peek().length < maxCards) {
    await cards.more()
    if (cards.state.peek() !== 'ready') return
  }
}

export function filterByQueues(chosen: number[]) {
  queueIds.value = chosen
  cards.clear()
  void loadBoard()
}

export const lanes = computed<Tag[]>(() =>
  tags.rows.value.filter(({ kanban }) => kanban === 1).sort((a, b) => a.orderTag - b.orderTag || a.id - b.id),
)

/** Target lanes of moves that the server has not confirmed yet. */
export const pendingMoves = signal<ReadonlyMap<number, LaneId>>(new Map())

/** Lane of a card: the target of a pending move, else its first tag that is a lane. */
export function laneOf(ticket: Ticket, all: Tag[] = lanes.peek()): LaneId {
  const target = pendingMoves.peek().get(ticket.id)
  if (target !== undefined) return target
  return all.find(({ id }) => ticket.tags.some((tag) => tag.id === id))?.id ?? null
}

/** Cards by lane, latest change first. An unchanged lane keeps its array, so that it is not rendered again. */
export const cardsByLane = computed<ReadonlyMap<LaneId, Ticket[]>>(() => {
  const all = lanes.value
  pendingMoves.value // subscribes to pending moves
  const byLane = new Map<LaneId, Ticket[]>([null, ...all.map(({ id }) => id)].map((id) => [id, []]))
  for (const ticket of cards.rows.value) byLane.get(laneOf(ticket, all))?.push(ticket)
  for (const [id, now] of byLane) {
    const before = lastCardsByLane.get(id)
    if (before && isSameArray(before, now)) byLane.set(id, before)
  }
  lastCardsByLane = byLane
  return byLane
})
let lastCardsByLane: ReadonlyMap<LaneId, Ticket[]> = new Map()
const isSameArray = (one: Ticket[], other: Ticket[]) =>
  one.length === other.length && one.every((ticket, at) => ticket === other[at])

/** Applies a ticket from any event. */
function applyTicket(ticket: Ticket) {
  const isHere = ticket.status !== 'closed' && inChosenQueues(ticket)
  if (isHere) cards.put(ticket)
  else cards.drop(ticket.id)
}

const inChosenQueues = ({ queueId }: Ticket) =>
  queueIds.peek().length === 0 || (queueId !== null && queueIds.peek().includes(queueId))

function applyTagEvent(event: TagEvent) {
  for (const ticket of cards.rows.peek()) {
    const next = withTagEvent(ticket, event)
    if (next !== ticket) cards.put(next)
  }
}

export const boardHandlers: EventHandlers = {
  ticket: (event) => (event.action === 'delete' ? cards.drop(event.ticketId) : applyTicket(event.ticket)),
  appMessage: ({ ticket }) => applyTicket(ticket),
  tag: applyTagEvent,
}

/** Last request of each card; the next one waits for it. */
const lastRequests = new Map<number, Promise<void>>()

/** Moves a card at once and restores it if the server refuses. @throws AppError */
export async function requestMove(ticket: Ticket, to: LaneId) {
  const { id } = ticket
  pendingMoves.value = new Map(pendingMoves.peek()).set(id, to)
  const sent = (lastRequests.get(id) ?? Promise.resolve()).then(async () => {
    const endpoint = api['ticket-tags']({ ticketId: id })
    const before = cards.get(id)
    const moved = await unwrapResponse<Ticket>(to === null ? endpoint.delete() : endpoint({ tagId: to }).put())
    // An event received meanwhile is newer, or that of this move: the response must not bring back a closed ticket.
    if (cards.get(id) === before) applyTicket(moved)
  })
  const settled = sent.catch(() => undefined)
  lastRequests.set(id, settled)
  try {
    await sent
  } finally {
    if (lastRequests.get(id) === settled) {
      lastRequests.delete(id)
      const next = new Map(pendingMoves.peek())
      next.delete(id)
      pendingMoves.value = next
    }
  }
}
