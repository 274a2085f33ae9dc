import { isNullUnless, sortsBefore } from '../../../../core/storage/expressions'
import { lastMoment } from '../../../../core/time'
import { ticketRows } from '../read'
import { narrowingOf, type TicketOrder } from './order'
import { isPendingWith, type PendingPart, type RangeParam, rangeReader } from './range-queries'

interface Slice {
  updatedAt: string
  id: number
  minUnread: number
  limit: number
  offset: number
}
interface SnoozePart {
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
}

/** Reads at most `limit` rows after `offset`, independent of the company's size. */
const readRange = rangeReader((db, p: RangeParam<Slice & SnoozePart>, isInRange) =>
  ticketRows(db)
    .where('tickets.status', '=', p('status'))
    .where(isInRange)
    .where(sortsBefore(['tickets.updatedAt', 'tickets.id'], [p('updatedAt'), p('id')]))
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed')))
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)

/** The same for pending tickets with or without the robot. */
const readPending = rangeReader((db, p: RangeParam<Slice & PendingPart>, isInRange) =>
  ticketRows(db)
    .where(isPendingWith(p('chatbot')))
    .where(isInRange)
    .where(sortsBefore(['tickets.updatedAt', 'tickets.id'], [p('updatedAt'), p('id')]))
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)

/** Skipped rows from which a page is read in another thread, because its cost grows with their number. */
const farOffset = 1000

/** The latest change first. */
export const latestOrder: TicketOrder = {
  start: { times: [lastMoment], id: 0 },
  timesOf: ({ updatedAt }) => [updatedAt],
  compare: (a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1),
  hasOffset: true,
  readRange(db, range, query, { times: [updatedAt = lastMoment], id }, part) {
    const slice = { updatedAt, id, ...narrowingOf(query), ...part }
    const { robot } = query
    return robot === undefined
      ? readRange(db, range, slice, { aside: part.offset > farOffset })
      : readPending(db, range, { ...slice, chatbot: robot ? 1 : 0 })
  },
  sort: (rows, { times: [updatedAt = lastMoment], id }) =>
    rows
      .where(sortsBefore(['tickets.updatedAt', 'tickets.id'], [updatedAt, id]))
      .orderBy('tickets.updatedAt', 'desc')
      .orderBy('tickets.id', 'desc'),
}
