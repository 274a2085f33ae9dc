import type { Scope } from '../../../../core/scope'
import { isNullUnless } from '../../../../core/storage/expressions'
import type { TicketListName } from '../../../../shared/ticket-lists'
import type { TicketCounts } from '../model'
import { countMatches, isNarrowed } from './filters'
import { type ListQuery, withListRule } from './list-rule'
import { rangesOf, type TicketRange } from './page-ranges'
import { isPendingWith, type PendingPart, type RangeParam, rangeReader } from './range-queries'

/** Number at which counting stops. */
const countUpTo = 100
interface CountPart {
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
}

const readIds = rangeReader((db, p: RangeParam<CountPart>, isInRange) =>
  db
    .select('tickets')
    .select('tickets.id')
    .where('tickets.status', '=', p('status'))
    .where(isInRange)
    .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed')))
    .limit(countUpTo),
)
const readPendingIds = rangeReader((db, p: RangeParam<PendingPart>, isInRange) =>
  db
    .select('tickets')
    .select('tickets.id')
    .where(isPendingWith(p('chatbot')))
    .where(isInRange)
    .limit(countUpTo),
)

/**
 * Counts the acting user's lists, and the requested one with its filter. Reads at most 100 tickets per range; 100 is
 * shown as 99+.
 */
export async function countTickets(scope: Scope, query: ListQuery): Promise<TicketCounts> {
  const [mine, waiting, robot, all] = [
    await countList(scope, 'mine'),
    await countList(scope, 'waiting'),
    await countList(scope, 'robot'),
    await countList(scope, 'all'),
  ]
  const filtered = query.list !== undefined && isNarrowed(query) ? await countMatches(scope, query, countUpTo) : null
  return { mine, waiting, robot, all, filtered }
}

async function countList(scope: Scope, list: TicketListName): Promise<number> {
  const query = withListRule({ list })
  const ids = new Set<number>() // a user's own ticket in one of their queues occurs in two ranges
  for (const range of rangesOf(scope.viewer, query))
    if (ids.size < countUpTo) for (const { id } of await readIdsOf(scope, range, query)) ids.add(id)
  return Math.min(ids.size, countUpTo)
}

const readIdsOf = ({ db }: Scope, range: TicketRange, { robot, snoozed }: ListQuery) =>
  robot === undefined
    ? readIds(db, range, { withSnoozed: snoozed === 'none' ? 0 : 1 })
    : readPendingIds(db, range, { chatbot: robot ? 1 : 0 })
