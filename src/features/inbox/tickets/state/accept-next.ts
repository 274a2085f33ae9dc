import type { Scope } from '../../../../core/scope'
import { changesTicket } from '../../../../shared/permissions'
import { isFiltered, searchTickets } from '../list/filters'
import { type ListQuery, withListRule } from '../list/list-rule'
import { rangesOf } from '../list/page-ranges'
import { compareWaits, waitingOrder } from '../list/waiting-order'
import type { AcceptNextQuery, Ticket } from '../model'
import type { TicketRow } from '../read'
import { acceptTicket } from './change'

const first = { limit: 1, offset: 0 }

/**
 * Accepts the pending ticket that has waited longest among those the acting user sees and the filter leaves, without
 * those the robot has. Returns null if there is none. The single writer keeps the choice valid until the commit, so
 * that two users get different tickets.
 */
export const acceptNextTicket = (outer: Scope, filter: AcceptNextQuery): Promise<Ticket | null> =>
  outer.transaction(async (scope) => {
    const query = withListRule({ ...filter, list: 'waiting' as const })
    const waiting = isFiltered(query)
      ? (await searchTickets(scope, query, waitingOrder, waitingOrder.start, first)).rows
      : await firstOfRanges(scope, query)
    const [next] = waiting.filter((row) => changesTicket(scope.viewer, row)).sort(compareWaits)
    return next ? acceptTicket(scope, next.id) : null
  })

async function firstOfRanges(scope: Scope, query: ListQuery): Promise<TicketRow[]> {
  const rows: TicketRow[] = []
  for (const range of rangesOf(scope.viewer, query))
    rows.push(...(await waitingOrder.readRange(scope.db, range, query, waitingOrder.start, first)))
  return rows
}
