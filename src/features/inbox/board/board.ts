import { timeCursor, timeOfCursor } from '../../../core/http/cursor'
import { mapInSlices } from '../../../core/process/work-slices'
import type { Scope } from '../../../core/scope'
import { inList, type ListParameter, listOf, sortsBefore } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import type { TicketStatus } from '../../../shared/enums'
import { pageSizes } from '../../../shared/limits'
import { can } from '../../../shared/permissions'
import type { BoardQuery } from '../../contacts/tags/model'
import { rangesOf, type TicketRange } from '../tickets/list/page-ranges'
import { ticketRows, toTicket } from '../tickets/read'

const size = pageSizes.board

interface Position {
  id: number
  updatedAt: string
}

/**
 * Returns a page of the board: the pending and open tickets that the acting user sees, newest first, of all lanes.
 * `queueIds` filters it; an admin's `showAll` ignores that filter. One query per range of tickets and one for the cards,
 * each of at most 501 rows, in another thread.
 */
export async function listBoard(scope: Scope, { queueIds, showAll, cursor }: BoardQuery) {
  const { viewer } = scope
  const isAll = showAll === true && can(viewer, 'ticket:showAll')
  const ranges = rangesOf(viewer, { queueIds: isAll ? undefined : queueIds })
  const after = positionOf(cursor)
  const positions = new Map<number, Position>() // a user's own ticket in one of their queues occurs in two ranges
  for (const range of ranges.filter(({ status }) => status !== 'closed'))
    for (const position of await positionsOf(scope, range, after)) positions.set(position.id, position)
  const ordered = [...positions.values()].sort(newestFirst)
  const hasMore = ordered.length > size
  const shown = ordered.slice(0, size)
  const last = shown.at(-1)
  const rows = await scope.db.runAside(cards, { ids: listOf(shown.map(({ id }) => id)) })
  return {
    tickets: await mapInSlices(scope.companyId, rows, (row) => toTicket(scope, row)),
    hasMore,
    next: hasMore && last ? timeCursor({ at: last.updatedAt, id: last.id }) : null,
  }
}

/** Returns the next positions of a range, at most 501, read from its index alone in another thread. */
async function positionsOf(
  scope: Scope,
  { status, of }: TicketRange,
  { updatedAt, id }: Position,
): Promise<Position[]> {
  const params = { status, updatedAt, id, limit: size + 1 }
  if (of === 'all') return scope.db.runAside(ofAll, params)
  if (of === 'noQueue') return scope.db.runAside(ofNoQueue, params)
  if ('queueId' in of) return scope.db.runAside(ofQueue, { ...params, queueId: of.queueId })
  if (of.inQueue === undefined) return scope.db.runAside(ofUser, { ...params, userId: of.userId })
  return scope.db.runAside(ofUserIn, { ...params, userId: of.userId, inQueue: of.inQueue })
}

interface Slice extends Position {
  status: TicketStatus
  limit: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

const slice = <P extends Slice>(db: Tables, p: Param<P>) =>
  db
    .select('tickets')
    .select(['tickets.id', 'tickets.updatedAt'])
    .where('status', '=', p('status'))
    .where(sortsBefore(['updatedAt', 'id'], [p('updatedAt'), p('id')]))
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(p('limit'))
const ofAll = hot<Slice>()((db, p) => slice(db, p))
const ofNoQueue = hot<Slice>()((db, p) => slice(db, p).where('queueId', 'is', null))
const ofQueue = hot<Slice & { queueId: number }>()((db, p) => slice(db, p).where('queueId', '=', p('queueId')))
const ofUser = hot<Slice & { userId: number }>()((db, p) => slice(db, p).where('userId', '=', p('userId')))
const ofUserIn = hot<Slice & { userId: number; inQueue: number }>()((db, p) =>
  slice(db, p).where('userId', '=', p('userId')).where('queueId', '=', p('inQueue')),
)

const newestFirst = (a: Position, b: Position) =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1

const cards = hot<{ ids: ListParameter }>()((db, p) =>
  ticketRows(db)
    .where('tickets.id', 'in', inList(p('ids')))
    .orderBy('tickets.updatedAt', 'desc')
    .orderBy('tickets.id', 'desc'),
)

const end = { at: lastMoment, id: 0 }

function positionOf(cursor: string | undefined): Position {
  const { at: updatedAt, id } = timeOfCursor(cursor) ?? end
  return { updatedAt, id }
}
