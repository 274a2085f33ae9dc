import { isNullUnless } from '../../../../core/storage/expressions'
import type { TenantDb } from '../../../../core/storage/tenant'
import { ticketRows } from '../read'
import type { ListQuery } from './list-rule'
import { narrowingOf, type RangePart, type TicketSelect } from './order'
import type { TicketRange } from './page-ranges'
import { isPendingWith, type PendingPart, type RangeParam, rangeReader } from './range-queries'

/** Rows after a position of an order with one time. */
interface Slice extends RangePart {
  at: string
  id: number
}
interface NarrowedSlice extends Slice {
  minUnread: number
}
interface SnoozePart {
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
}

/** Adds the rows after a position, in the order, to a select. */
type InOrder = (rows: TicketSelect, at: string, id: number) => TicketSelect

/**
 * Prepares the reads of one order: tickets of a status, and pending ones with or without the robot. Returns the function
 * that reads at most `limit` rows of a range after `offset`, independent of the company's size.
 * @param ofStatus adds a condition that makes an index usable for tickets of a status
 */
export function sliceReader(inOrder: InOrder, ofStatus: (rows: TicketSelect) => TicketSelect = (rows) => rows) {
  const narrowed = (rows: TicketSelect, p: RangeParam<NarrowedSlice>) =>
    inOrder(rows, p('at'), p('id'))
      .where('tickets.unreadMessages', '>=', p('minUnread'))
      .limit(p('limit'))
      .offset(p('offset'))
  const readStatus = rangeReader((db, p: RangeParam<NarrowedSlice & SnoozePart>, isInRange) =>
    narrowed(
      ofStatus(ticketRows(db))
        .where('tickets.status', '=', p('status'))
        .where(isInRange)
        .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed'))),
      p,
    ),
  )
  const readPending = rangeReader((db, p: RangeParam<NarrowedSlice & PendingPart>, isInRange) =>
    narrowed(
      ticketRows(db)
        .where(isPendingWith(p('chatbot')))
        .where(isInRange),
      p,
    ),
  )
  return (db: TenantDb, range: TicketRange, query: ListQuery, slice: Slice, options?: { aside: boolean }) => {
    const part = { ...narrowingOf(query), ...slice }
    const { robot } = query
    return robot === undefined
      ? readStatus(db, range, part, options)
      : readPending(db, range, { ...part, chatbot: robot ? 1 : 0 })
  }
}
