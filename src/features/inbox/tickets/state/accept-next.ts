import type { Scope } from '../../../../core/scope'
import { changesTicket } from '../../../../shared/permissions'
import { isFiltered, searchTickets } from '../list/filters'
import { rangesOf } from '../list/page-ranges'
import { compareWaits, readRangeByWait } from '../list/waiting-order'
import type { AcceptNextQuery, Ticket, TicketQuery } from '../model'
import type { TicketRow } from '../read'
import { acceptTicket } from './change'

const first = { id: 0, maxChatbot: 0, withSnoozed: 1, limit: 1, offset: 0 } as const

/**
 * Accepts the pending ticket that has waited longest among those the acting user sees and the filter leaves, without
 * those the robot has. Returns null if there is none. The single writer keeps the choice valid until the commit, so
 * that two users get different tickets.
 */
export const acceptNextTicket = (outer: Scope, filter: AcceptNextQuery): Promise<Ticket | null> =>
  outer.transaction(async (scope) => {
    const query = { ...filter, status: 'pending', sort: 'waiting' } as const
    const waiting = isFiltered(query)
      ? (await searchTickets(scope, query, { ...first, at: '' })).rows
      : await firstOfRanges(scope, query)
    const [next] = waiting.filter((row) => changesTicket(scope.viewer, row)).sort(compareWaits)
    return next ? acceptTicket(scope, next.id) : null
  })

async function firstOfRanges(scope: Scope, query: TicketQuery): Promise<TicketRow[]> {
  const minUnread = query.withUnreadMessages ? 1 : 0
  const rows: TicketRow[] = []
  for (const range of rangesOf(scope.viewer, query))
    rows.push(...(await readRangeByWait(scope.db, range, { ...first, since: '', minUnread })))
  return rows
}
