import type { Ticket } from '../../../../src/features/tickets/model'
import { isFound, query, queueIds, tagIds, userIds } from './filters'

/** How long changes are gathered before the server is asked about them, ms. */
export const gathering = { for: 3000 }

/** What one search wonders about. */
interface Wondering {
  search: string
  /** As the websocket told of them last, until the server has answered. */
  heard: Map<number, Ticket>
  asked: Set<number>
}
let wondering: Wondering = { search: '', heard: new Map(), asked: new Set() }
let isGathering = false

const searchNow = () => JSON.stringify([query.peek(), tagIds.peek(), userIds.peek(), queueIds.peek()])

/**
 * A ticket changed that the search does not show. What was said in it long ago only the server knows: it is asked, once
 * for each ticket and search, for all that changed within a while; `found` is told of those it knows. What is said from
 * now on everybody can read for themselves (`isFound`).
 */
export function wonder(ticket: Ticket, ask: () => Promise<{ tickets: Ticket[] }>, found: (ticket: Ticket) => void) {
  const search = searchNow()
  if (wondering.search !== search) wondering = { search, heard: new Map(), asked: new Set() }
  const { heard, asked } = wondering
  if (query.peek() === '' || !isFound(ticket, true)) return void heard.delete(ticket.id)
  if (asked.has(ticket.id) && !heard.has(ticket.id)) return
  heard.set(ticket.id, ticket)
  asked.add(ticket.id)
  if (isGathering) return
  isGathering = true
  setTimeout(() => {
    isGathering = false
    void settle(ask, found)
  }, gathering.for)
}

/** What changed is at the top of what the search finds. Never throws: the next load mends what could not be asked. */
async function settle(ask: () => Promise<{ tickets: Ticket[] }>, found: (ticket: Ticket) => void) {
  const mine = wondering
  if (mine.search !== searchNow()) return
  const wanted = [...mine.heard.keys()]
  const { tickets } = await ask().catch(() => ({ tickets: [] }))
  if (mine.search !== searchNow()) return
  const known = new Set(tickets.map(({ id }) => id))
  for (const id of wanted) {
    const ticket = mine.heard.get(id)
    mine.heard.delete(id)
    if (ticket && known.has(id)) found(ticket)
  }
}
