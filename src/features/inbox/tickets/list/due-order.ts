import { isNullUnless, literal, sortsAfter, sortsBefore, unindexedColumn } from '../../../../core/storage/expressions'
import { lastMoment } from '../../../../core/time'
import { type TicketRow, ticketRows } from '../read'
import { latestOrder } from './latest-order'
import { narrowingOf, type TicketOrder, type TicketSelect } from './order'
import { type RangeParam, rangeReader } from './range-queries'
import { compareWaits } from './waiting-order'

interface Slice {
  minUnread: number
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
  limit: number
}
type UrgentSlice = Slice & { dueAt: string; since: string; id: number }
type RestSlice = Slice & { updatedAt: string; id: number }

const columns = ['tickets.dueAt', 'tickets.waitingSince', 'tickets.id']

/** Tickets with a due time or a waiting customer. The literal makes the partial indexes of live tickets usable. */
const readUrgent = rangeReader((db, p: RangeParam<UrgentSlice>, isInRange) =>
  ticketRows(db)
    .where('tickets.status', '<>', literal('closed'))
    .where('tickets.status', '=', p('status'))
    .where(isInRange)
    .where(sortsAfter(columns, [p('dueAt'), p('since'), p('id')]))
    .where(sortsBefore(columns.slice(0, 2), [literal(lastMoment), literal(lastMoment)]))
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed')))
    .orderBy('tickets.dueAt')
    .orderBy('tickets.waitingSince')
    .orderBy('tickets.id')
    .limit(p('limit')),
)

/** The other tickets by the index of changes; those it skips are the few that `readUrgent` lists. */
const readRest = rangeReader((db, p: RangeParam<RestSlice>, isInRange) =>
  ticketRows(db)
    .where('tickets.status', '=', p('status'))
    .where(isInRange)
    .where(unindexedColumn<string>('tickets.dueAt'), '=', literal(lastMoment))
    .where(unindexedColumn<string>('tickets.waitingSince'), '=', literal(lastMoment))
    .where(sortsBefore(['tickets.updatedAt', 'tickets.id'], [p('updatedAt'), p('id')]))
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed')))
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(p('limit')),
)

const isRest = (dueAt: string, since: string) => dueAt === lastMoment && since === lastMoment

/**
 * The nearest due time first, among equal ones the longest wait; then tickets with neither, the latest change first. For
 * open tickets.
 */
export const dueOrder: TicketOrder = {
  start: { times: ['', '', lastMoment], id: 0 },
  timesOf: ({ dueAt, waitingSince, updatedAt }) => [dueAt, waitingSince, updatedAt],
  compare: compareDueTimes,
  hasOffset: false,
  async readRange(db, range, query, { times: [dueAt = '', since = '', updatedAt = lastMoment], id }, { limit }) {
    const slice = { ...narrowingOf(query), limit }
    if (isRest(dueAt, since)) return readRest(db, range, { ...slice, updatedAt, id })
    const urgent = await readUrgent(db, range, { ...slice, dueAt, since, id })
    if (urgent.length >= limit) return urgent
    const rest = { ...slice, limit: limit - urgent.length, updatedAt: lastMoment, id: 0 }
    return [...urgent, ...(await readRest(db, range, rest))]
  },
  sort: (rows, { times: [dueAt = '', since = '', updatedAt = lastMoment], id }) =>
    inDueOrder(
      isRest(dueAt, since)
        ? rows
            .where('tickets.dueAt', '=', lastMoment)
            .where('tickets.waitingSince', '=', lastMoment)
            .where(sortsBefore(['tickets.updatedAt', 'tickets.id'], [updatedAt, id]))
        : rows.where(({ eb, or }) =>
            or([
              sortsAfter(columns, [dueAt, since, id]),
              eb.and([eb('tickets.dueAt', '=', lastMoment), eb('tickets.waitingSince', '=', lastMoment)]),
            ]),
          ),
    ),
}

/** Ids order urgent tickets, and changes the others, whose due time and wait are equal. */
const inDueOrder = (rows: TicketSelect) =>
  rows
    .orderBy('tickets.dueAt')
    .orderBy('tickets.waitingSince')
    .orderBy(({ eb, lit }) =>
      eb
        .case()
        .when(eb.and([eb('tickets.dueAt', '=', lastMoment), eb('tickets.waitingSince', '=', lastMoment)]))
        .then(lit(0))
        .else(eb.ref('tickets.id'))
        .end(),
    )
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc')

function compareDueTimes(a: TicketRow, b: TicketRow): number {
  if (a.dueAt !== b.dueAt) return a.dueAt < b.dueAt ? -1 : 1
  const areResting = isRest(a.dueAt, a.waitingSince) && isRest(b.dueAt, b.waitingSince)
  return areResting ? latestOrder.compare(a, b) : compareWaits(a, b)
}
