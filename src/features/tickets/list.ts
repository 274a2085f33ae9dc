import { timeCursor, timeOfCursor } from '../../core/http/cursor'
import type { Scope } from '../../core/scope'
import { sortsBefore } from '../../core/storage/expressions'
import { hot, type Tables } from '../../core/storage/tenant'
import { lastMoment } from '../../core/time'
import type { TicketStatus } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { pageSizes } from '../../shared/limits'
import { countTickets } from './counts'
import { isFiltered, searchTickets } from './filters'
import type { Ticket, TicketPage, TicketQuery } from './model'
import { rangesOf, type TicketRange } from './page-ranges'
import { pinnedTickets } from './pins'
import { type TicketRow, ticketRows, toTicket } from './read'

interface Slice {
  status: TicketStatus
  updatedAt: string
  id: number
  minUnread: number
  limit: number
  offset: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

/** Newest first, after a position; reads at most `limit` rows, independent of the company's size. */
const slice = <P extends Slice>(db: Tables, p: Param<P>) =>
  ticketRows(db)
    .where('tickets.status', '=', p('status'))
    .where(sortsBefore(['tickets.updatedAt', 'tickets.id'], [p('updatedAt'), p('id')]))
    .where('tickets.unreadMessages', '>=', p('minUnread'))
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc')
    .limit(p('limit'))
    .offset(p('offset'))

const ofAll = hot<Slice>()((db, p) => slice(db, p))
const ofQueue = hot<Slice & { queueId: number }>()((db, p) => slice(db, p).where('tickets.queueId', '=', p('queueId')))
const ofNoQueue = hot<Slice>()((db, p) => slice(db, p).where('tickets.queueId', 'is', null))
const ofUser = hot<Slice & { userId: number }>()((db, p) => slice(db, p).where('tickets.userId', '=', p('userId')))
const ofUserIn = hot<Slice & { userId: number; inQueue: number }>()((db, p) =>
  slice(db, p).where('tickets.userId', '=', p('userId')).where('tickets.queueId', '=', p('inQueue')),
)

async function readRange(scope: Scope, { status, of }: TicketRange, part: Omit<Slice, 'status'>): Promise<TicketRow[]> {
  const params = { status, ...part }
  if (of === 'all') return scope.db.run(ofAll, params)
  if (of === 'noQueue') return scope.db.run(ofNoQueue, params)
  if ('queueId' in of) return scope.db.run(ofQueue, { ...params, queueId: of.queueId })
  if (of.inQueue === undefined) return scope.db.run(ofUser, { ...params, userId: of.userId })
  return scope.db.run(ofUserIn, { ...params, userId: of.userId, inQueue: of.inQueue })
}

const pageSize = pageSizes.tickets
const end = { at: lastMoment, id: 0 }
const maxSkippedPages = 100

/**
 * Returns a page of tickets, newest first. `status=open` lists the acting user's own, or with `showAll` (not for
 * agents) all they see; `pending` and `closed` all they see; without status all of these. `counts` stop at 100, shown
 * as 99+. The first page of open tickets includes `pinned`: shown above all pages, and also in the page they belong to.
 */
export async function listTickets(scope: Scope, query: TicketQuery): Promise<TicketPage> {
  const rows = isFiltered(query) ? await filtered(scope, query) : await inOrder(scope, query)
  return {
    ...toPage(scope, rows),
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

function filtered(scope: Scope, query: TicketQuery): Promise<TicketRow[]> {
  const offset = query.cursor === undefined ? ((query.pageNumber ?? 1) - 1) * pageSize : 0
  return searchTickets(scope, query, { ...positionOf(query.cursor), limit: pageSize + 1, offset })
}

async function inOrder(scope: Scope, query: TicketQuery): Promise<TicketRow[]> {
  const ranges = rangesOf(scope.viewer, query)
  const skip = query.cursor === undefined ? ((query.pageNumber ?? 1) - 1) * pageSize : 0
  // One index range supports OFFSET; several have to be merged from the start, so scripts should page them by cursor.
  const single = ranges.length === 1
  if (!single && skip > maxSkippedPages * pageSize) throw new AppError('ERR_VALIDATION', { fields: ['pageNumber'] })
  const part = {
    ...positionOf(query.cursor),
    minUnread: query.withUnreadMessages ? 1 : 0,
    limit: pageSize + 1 + (single ? 0 : skip),
    offset: single ? skip : 0,
  }
  const rows = mergeParts(await Promise.all(ranges.map((range) => readRange(scope, range, part))))
  return single ? rows : rows.slice(skip)
}

function toPage(scope: Scope, rows: TicketRow[]) {
  const hasMore = rows.length > pageSize
  const tickets: Ticket[] = rows.slice(0, pageSize).map((row) => toTicket(scope, row))
  const last = tickets.at(-1)
  return { tickets, hasMore, next: hasMore && last ? timeCursor({ at: last.updatedAt, id: last.id }) : null }
}

/** Merges sorted parts; a ticket that is in several parts occurs once. */
function mergeParts(parts: TicketRow[][]): TicketRow[] {
  if (parts.length === 1) return parts[0] as TicketRow[]
  const byId = new Map(parts.flat().map((row) => [row.id, row]))
  return [...byId.values()].sort((a, b) =>
    a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1,
  )
}

function positionOf(cursor: string | undefined) {
  const { at: updatedAt, id } = timeOfCursor(cursor) ?? end
  return { updatedAt, id }
}
