import { timesCursor, timesOfCursor } from '../../../../core/http/cursor'
import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { pageSizes } from '../../../../shared/limits'
import type { Ticket, TicketPage, TicketQuery } from '../model'
import { pinnedTickets } from '../pins'
import { type TicketRow, toTicket } from '../read'
import { countTickets } from './counts'
import { dueOrder } from './due-order'
import { type FoundTickets, isFiltered, searchTickets } from './filters'
import { latestOrder } from './latest-order'
import { type ListQuery, withListRule } from './list-rule'
import type { TicketOrder } from './order'
import { rangesOf, type TicketRange } from './page-ranges'
import { waitingOrder } from './waiting-order'

const pageSize = pageSizes.tickets
const maxSkippedPages = 100

/**
 * Returns a page of tickets, newest first, or in the order of `sort`. `list` names a list of the inbox
 * (`shared/ticket-lists`). Without it `status=open` lists the acting user's own tickets, or with `showAll` (not for agents)
 * all they see; `pending` and `closed` all they see; without status all of these. `counts` stop at 100, shown as 99+. The
 * first page of own open tickets includes `pinned`: shown above all pages, and also in the page they belong to.
 */
export async function listTickets(scope: Scope, asked: TicketQuery): Promise<TicketPage> {
  const query = withListRule(asked)
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

/** Returns the order of a query; waits are an order of live tickets, due times of open ones. */
function orderOf({ sort, status }: ListQuery): TicketOrder {
  if (sort === 'due' && status === 'open') return dueOrder
  const isLive = status === 'open' || status === 'pending'
  return sort === 'waiting' && isLive ? waitingOrder : latestOrder
}

/** Returns true for the first page of open tickets without filters. */
const isTop = (query: ListQuery) =>
  query.status === 'open' &&
  query.list !== 'all' &&
  query.cursor === undefined &&
  (query.pageNumber ?? 1) === 1 &&
  !query.withUnreadMessages &&
  !isFiltered(query)

function filtered(scope: Scope, query: ListQuery): Promise<FoundTickets> {
  const order = orderOf(query)
  return searchTickets(scope, query, order, positionOf(query, order), {
    limit: pageSize + 1,
    offset: skippedRows(query),
  })
}

/** Number of rows that a page number skips. */
const skippedRows = ({ cursor, pageNumber = 1 }: ListQuery) => (cursor === undefined ? (pageNumber - 1) * pageSize : 0)

async function inOrder(scope: Scope, query: ListQuery): Promise<TicketRow[]> {
  const order = orderOf(query)
  const ranges = rangesOf(scope.viewer, query)
  const skip = skippedRows(query)
  // One index range supports OFFSET; several have to be merged from the start, so scripts should page them by cursor.
  const single = ranges.length === 1 && order.hasOffset
  if (!single && skip > maxSkippedPages * pageSize) throw new AppError('ERR_VALIDATION', { fields: ['pageNumber'] })
  const part = { limit: pageSize + 1 + (single ? 0 : skip), offset: single ? skip : 0 }
  const after = positionOf(query, order)
  const read = (range: TicketRange) => order.readRange(scope.db, range, query, after, part)
  const rows = mergeParts(await Promise.all(ranges.map(read)), order)
  return single ? rows : rows.slice(skip)
}

function toPage(scope: Scope, rows: TicketRow[], query: ListQuery) {
  const hasMore = rows.length > pageSize
  const tickets: Ticket[] = rows.slice(0, pageSize).map((row) => toTicket(scope, row))
  const last = rows.at(tickets.length - 1)
  const next = hasMore && last ? timesCursor({ times: orderOf(query).timesOf(last), id: last.id }) : null
  return { tickets, hasMore, next }
}

/** Merges sorted parts; a ticket that is in several parts occurs once. */
function mergeParts(parts: TicketRow[][], { compare }: TicketOrder): TicketRow[] {
  if (parts.length === 1) return parts[0] as TicketRow[]
  const byId = new Map(parts.flat().map((row) => [row.id, row]))
  return [...byId.values()].sort(compare)
}

/** Position after which the page begins. */
const positionOf = ({ cursor }: ListQuery, { start }: TicketOrder) => timesOfCursor(cursor, start.times.length) ?? start
