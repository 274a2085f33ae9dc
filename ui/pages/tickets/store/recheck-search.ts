import type { Ticket } from '../../../../src/features/tickets/model'
import { matchesSearch, query, queueIds, tagIds, userIds } from './filters'

/** Time in ms during which changed tickets are collected before the server is asked. */
export const gathering = { for: 3000 }

/** Tickets of one search that the server must check. */
interface Wondering {
  search: string
  /** Latest version of each changed ticket, until the server has answered. */
  heard: Map<number, Ticket>
  asked: Set<number>
}
let wondering: Wondering = { search: '', heard: new Map(), asked: new Set() }
let isGathering = false

const searchNow = () => JSON.stringify([query.peek(), tagIds.peek(), userIds.peek(), queueIds.peek()])

/**
 * Checks whether the search matches a changed ticket that it does not show. Only the server can search earlier
 * messages, so it is asked once per ticket and search, for all tickets changed within a while; `found` receives the
 * matches. Later messages are matched locally by `isFound`.
 */
export function wonder(ticket: Ticket, ask: () => Promise<{ tickets: Ticket[] }>, found: (ticket: Ticket) => void) {
  const search = searchNow()
  if (wondering.search !== search) wondering = { search, heard: new Map(), asked: new Set() }
  const { heard, asked } = wondering
  if (query.peek() === '' || !matchesSearch(ticket, true)) return void heard.delete(ticket.id)
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

/**
 * Requests the first page of the search, where changed tickets are. Never throws; a failed check is made up by the next
 * load.
 */
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
