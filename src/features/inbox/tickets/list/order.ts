import type { TimesPosition } from '../../../../core/http/cursor'
import type { TenantDb } from '../../../../core/storage/tenant'
import type { TicketRow, ticketRows } from '../read'
import type { ListQuery } from './list-rule'
import type { TicketRange } from './page-ranges'

export type TicketSelect = ReturnType<typeof ticketRows>

/** Rows that one read of a range returns, at most. */
export interface RangePart {
  limit: number
  offset: number
}

/** Order of a list: how its rows are read after a position, merged and continued. */
export interface TicketOrder {
  /** Position before the first row. */
  start: TimesPosition
  /** Times of a row's position, in their order. */
  timesOf(row: TicketRow): string[]
  compare(a: TicketRow, b: TicketRow): number
  /** Reads rows of an index range after a position. */
  readRange(
    db: TenantDb,
    range: TicketRange,
    query: ListQuery,
    after: TimesPosition,
    part: RangePart,
  ): Promise<TicketRow[]>
  /** Sorts a select that is built at its use, after a position. */
  sort(rows: TicketSelect, after: TimesPosition): TicketSelect
  /** True if `readRange` supports an offset. */
  hasOffset: boolean
}

/** Parameters of the readers of an order that come from the query. */
export const narrowingOf = ({ withUnreadMessages, snoozed }: ListQuery) =>
  ({ minUnread: withUnreadMessages ? 1 : 0, withSnoozed: snoozed === 'none' ? 0 : 1 }) as const
