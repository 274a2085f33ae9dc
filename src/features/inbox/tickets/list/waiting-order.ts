import { isNullUnless, literal, sortsAfter } from '../../../../core/storage/expressions'
import type { TicketQuery } from '../model'
import { type TicketRow, ticketRows } from '../read'
import { type RangeParam, rangeReader } from './range-queries'

interface Slice {
  since: string
  id: number
  minUnread: number
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
  /** 0 leaves out tickets that the robot has. */
  maxChatbot: 0 | 1
  limit: number
  offset: number
}

/**
 * Returns tickets of one range, the longest wait first, after a position; reads at most `limit` rows after `offset`. The
 * literal makes the partial indexes of live tickets usable.
 */
export const readRangeByWait = rangeReader((db, p: RangeParam<Slice>, isInRange) =>
  ticketRows(db)
    .where('tickets.status', '<>', literal('closed'))
    .where('tickets.status', '=', p('status'))
    .where(isInRange)
    .where(sortsAfter(['tickets.waitingSince', 'tickets.id'], [p('since'), p('id')]))
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .where(isNullUnless('tickets.snoozedUntil', p('withSnoozed')))
    .where('tickets.chatbot', '<=', p('maxChatbot'))
    .orderBy('tickets.waitingSince')
    .orderBy('tickets.id')
    .limit(p('limit'))
    .offset(p('offset')),
)

/** Returns true when the query lists live tickets by their wait. */
export const isByWait = ({ sort, status }: TicketQuery) =>
  sort === 'waiting' && (status === 'open' || status === 'pending')

export const compareWaits = (a: TicketRow, b: TicketRow) =>
  a.waitingSince === b.waitingSince ? a.id - b.id : a.waitingSince < b.waitingSince ? -1 : 1
