import { isNullUnless, literal, sortsAfter } from '../../../../core/storage/expressions'
import { type TicketRow, ticketRows } from '../read'
import { narrowingOf, type TicketOrder } from './order'
import { isPendingWith, type PendingPart, type RangeParam, rangeReader } from './range-queries'

interface Slice {
  since: string
  id: number
  minUnread: number
  limit: number
  offset: number
}
interface SnoozePart {
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
}

/** Reads at most `limit` rows after `offset`. The literal makes the partial indexes of live tickets usable. */
const readRange = rangeReader((db, p: RangeParam<Slice & SnoozePart>, isInRange) =>
  ticketRows(db)
    .where('tickets.status', '<>', literal('closed'))
    .where('tickets.status', '=', p('status'))
    .where(isInRange)
    .where(sortsAfter(['tickets.waitingSince', 'tickets.id'], [p('since'), p('id')]))
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed')))
    .orderBy('tickets.waitingSince')
    .orderBy('tickets.id')
    .limit(p('limit'))
    .offset(p('offset')),
)

/** The same for pending tickets with or without the robot. */
export const readPendingByWait = rangeReader((db, p: RangeParam<Slice & PendingPart>, isInRange) =>
  ticketRows(db)
    .where(isPendingWith(p('chatbot')))
    .where(isInRange)
    .where(sortsAfter(['tickets.waitingSince', 'tickets.id'], [p('since'), p('id')]))
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .orderBy('tickets.waitingSince')
    .orderBy('tickets.id')
    .limit(p('limit'))
    .offset(p('offset')),
)

export const compareWaits = (a: TicketRow, b: TicketRow) =>
  a.waitingSince === b.waitingSince ? a.id - b.id : a.waitingSince < b.waitingSince ? -1 : 1

/** The longest wait first; for live tickets. */
export const waitingOrder: TicketOrder = {
  start: { times: [''], id: 0 },
  timesOf: ({ waitingSince }) => [waitingSince],
  compare: compareWaits,
  hasOffset: true,
  readRange(db, range, query, { times: [since = ''], id }, part) {
    const slice = { since, id, ...narrowingOf(query), ...part }
    const { robot } = query
    return robot === undefined
      ? readRange(db, range, slice)
      : readPendingByWait(db, range, { ...slice, chatbot: robot ? 1 : 0 })
  },
  sort: (rows, { times: [since = ''], id }) =>
    rows
      .where(sortsAfter(['tickets.waitingSince', 'tickets.id'], [since, id]))
      .orderBy('tickets.waitingSince')
      .orderBy('tickets.id'),
}
