import { timeCursor, timeOfCursor } from '../../../../core/http/cursor'
import type { Scope } from '../../../../core/scope'
import { isNullUnless, sortsBefore } from '../../../../core/storage/expressions'
import { lastMoment } from '../../../../core/time'
import { AppError } from '../../../../shared/errors'
import { pageSizes } from '../../../../shared/limits'
import type { Ticket, TicketPage, TicketQuery } from '../model'
import { pinnedTickets } from '../pins'
import { type TicketRow, ticketRows, toTicket } from '../read'
import { countTickets } from './counts'
import { type FoundTickets, isFiltered, searchTickets, withSnoozed } from './filters'
import { rangesOf, type TicketRange } from './page-ranges'
import { type RangeParam, rangeReader } from './range-queries'
import { compareWaits, isByWait, readRangeByWait } from './waiting-order'

interface Slice {
  updatedAt: string
  id: number
  minUnread: number
  /** 0 leaves out snoozed tickets. */
  withSnoozed: 0 | 1
  limit: number
  offset: number
}

/** Newest first, after a position; reads at most `limit` rows, independent of the company's size. */
const readRange = rangeReader((db, p: RangeParam<Slice>, isInRange) =>
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

/** Skipped rows from which a page is read in another thread, because its cost grows with their number. */
const farOffset = 1000

const pageSize = pageSizes.tickets
const end = { at: lastMoment, id: 0 }
const start = { at: '', id: 0 }
const maxSkippedPages = 100

/**
 * Returns a page of tickets, newest first, or with `sort=waiting` the longest wait first. `status=open` lists the acting
 * user's own, or with `showAll` (not for agents) all they see; `pending` and `closed` all they see; without status all
 * of these. `counts` stop at 100, shown as 99+. The first page of open tickets includes `pinned`: shown above all pages,
 * and also in the page they belong to.
 */
export async function listTickets(scope: Scope, query: TicketQuery): Promise<TicketPage> {
  const { rows, matches } = isFiltered(query)
    ? await filtered(scope, query)
    : { rows: await inOrder(scope, query), matches: [] }
  return {
    ...toPage(scope, rows, query),
    matches,
    counts: await countTickets(scope, query),
    pinned: isTop(query) ? await pinnedTickets(scope) : [],
  }
}

/** Returns true for the first page of open tickets without filters. */
const isTop = (query: TicketQuery) =>
  query.status === 'open' &&
  query.cursor === undefined &&
  (query.pageNumber ?? 1) === 1 &&
  !query.withUnreadMessages &&
  !isFiltered(query)

function filtered(scope: Scope, query: TicketQuery): Promise<FoundTickets> {
  const offset = query.cursor === undefined ? ((query.pageNumber ?? 1) - 1) * pageSize : 0
  return searchTickets(scope, query, { ...positionOf(query), limit: pageSize + 1, offset })
}

async function inOrder(scope: Scope, query: TicketQuery): Promise<TicketRow[]> {
  const ranges = rangesOf(scope.viewer, query)
  const skip = query.cursor === undefined ? ((query.pageNumber ?? 1) - 1) * pageSize : 0
  // One index range supports OFFSET; several have to be merged from the start, so scripts should page them by cursor.
  const single = ranges.length === 1
  if (!single && skip > maxSkippedPages * pageSize) throw new AppError('ERR_VALIDATION', { fields: ['pageNumber'] })
  const part = {
    minUnread: query.withUnreadMessages ? 1 : 0,
    withSnoozed: withSnoozed(query),
    limit: pageSize + 1 + (single ? 0 : skip),
    offset: single ? skip : 0,
  }
  const { at, id } = positionOf(query)
  const read = (range: TicketRange) =>
    isByWait(query)
      ? readRangeByWait(scope.db, range, { ...part, maxChatbot: 1, since: at, id })
      : readRange(scope.db, range, { ...part, updatedAt: at, id }, { aside: part.offset > farOffset })
  const rows = mergeParts(await Promise.all(ranges.map(read)), isByWait(query) ? compareWaits : compareChanges)
  return single ? rows : rows.slice(skip)
}

function toPage(scope: Scope, rows: TicketRow[], query: TicketQuery) {
  const hasMore = rows.length > pageSize
  const tickets: Ticket[] = rows.slice(0, pageSize).map((row) => toTicket(scope, row))
  const last = rows.at(tickets.length - 1)
  const at = isByWait(query) ? last?.waitingSince : last?.updatedAt
  return { tickets, hasMore, next: hasMore && last && at ? timeCursor({ at, id: last.id }) : null }
}

/** Merges sorted parts; a ticket that is in several parts occurs once. */
function mergeParts(parts: TicketRow[][], compare: (a: TicketRow, b: TicketRow) => number): TicketRow[] {
  if (parts.length === 1) return parts[0] as TicketRow[]
  const byId = new Map(parts.flat().map((row) => [row.id, row]))
  return [...byId.values()].sort(compare)
}

const compareChanges = (a: TicketRow, b: TicketRow) =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1

/** Position after which the page begins. */
const positionOf = (query: TicketQuery) => timeOfCursor(query.cursor) ?? (isByWait(query) ? start : end)
