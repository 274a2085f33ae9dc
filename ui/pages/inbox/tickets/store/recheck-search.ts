import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { matchesSearch, queueIds, searchText, tagIds, userIds } from './filters'

/** Time in ms during which changed tickets are collected before the server is asked. */
export const recheckDelay = { ms: 3000 }

/** Tickets of one search that the server must check. */
interface Recheck {
  search: string
  /** Latest version of each changed ticket, until the server has answered. */
  pending: Map<number, Ticket>
  checked: Set<number>
}
let current: Recheck = { search: '', pending: new Map(), checked: new Set() }
let isScheduled = false

const searchKey = () => JSON.stringify([searchText.peek(), tagIds.peek(), userIds.peek(), queueIds.peek()])

/**
 * Checks whether the search matches a changed ticket that it does not show, and calls `onFound` for each match. Only the
 * server can search earlier messages: it is asked once per ticket and search, with one request for all tickets that
 * change within `recheckDelay`. Later messages are compared in the browser (`matchesSearch`).
 */
export function recheckSearch(
  ticket: Ticket,
  request: () => Promise<{ tickets: Ticket[] }>,
  onFound: (ticket: Ticket) => void,
) {
  const search = searchKey()
  if (current.search !== search) current = { search, pending: new Map(), checked: new Set() }
  const { pending, checked } = current
  if (searchText.peek() === '' || !matchesSearch(ticket, true)) return void pending.delete(ticket.id)
  if (checked.has(ticket.id) && !pending.has(ticket.id)) return
  pending.set(ticket.id, ticket)
  checked.add(ticket.id)
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    void runRecheck(request, onFound)
  }, recheckDelay.ms)
}

/**
 * Requests the first page of the search, where changed tickets are. Never throws; a failed check is made up by the next
 * load.
 */
async function runRecheck(request: () => Promise<{ tickets: Ticket[] }>, onFound: (ticket: Ticket) => void) {
  const recheck = current
  if (recheck.search !== searchKey()) return
  const ids = [...recheck.pending.keys()]
  const { tickets } = await request().catch(() => ({ tickets: [] }))
  if (recheck.search !== searchKey()) return
  const foundIds = new Set(tickets.map(({ id }) => id))
  for (const id of ids) {
    const ticket = recheck.pending.get(id)
    recheck.pending.delete(id)
    if (ticket && foundIds.has(id)) onFound(ticket)
  }
}
