import type { Scope } from '../../../../core/scope'
import { isNullUnless } from '../../../../core/storage/expressions'
import type { TicketStatus } from '../../../../shared/enums'
import type { TicketQuery } from '../model'
import { rangesOf } from './page-ranges'
import { type RangeParam, rangeReader } from './range-queries'

const countUpTo = 100
interface CountParams {
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
}

const readIds = rangeReader((db, p: RangeParam<CountParams>, isInRange) =>
  db
    .select('tickets')
    .select('tickets.id')
    .where('tickets.status', '=', p('status'))
    .where(isInRange)
    .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed')))
    .limit(countUpTo),
)

/**
 * Counts the acting user's lists of open and of pending tickets, for the same `showAll` and queues; without
 * snoozed ones if the query sets them apart. Reads at most 100 tickets per range; 100 is shown as 99+.
 */
export async function countTickets(scope: Scope, query: TicketQuery) {
  const { showAll, queueIds } = query
  const withSnoozed = query.snoozed ? 0 : 1
  const count = async (status: TicketStatus) => {
    const ids = new Set<number>() // a user's own ticket in one of their queues occurs in two ranges
    for (const range of rangesOf(scope.viewer, { status, showAll, queueIds }))
      if (ids.size < countUpTo) for (const { id } of await readIds(scope.db, range, { withSnoozed })) ids.add(id)
    return Math.min(ids.size, countUpTo)
  }
  return { open: await count('open'), pending: await count('pending') }
}
