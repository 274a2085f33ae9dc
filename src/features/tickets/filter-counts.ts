import type { Scope } from '../../core/scope'
import { inList, type ListParameter, listOf } from '../../core/storage/expressions'
import { hot, type Tables } from '../../core/storage/tenant'
import { lastMoment } from '../../core/time'
import type { TicketStatus } from '../../shared/enums'
import type { FilterCounts, FilterCountsQuery } from './model'
import { rangesOf, type TicketRange } from './page-ranges'

/** Number of tickets that are read at most, per range and together. */
const maxCounted = 2000

interface Params {
  status: TicketStatus
  limit: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

const newest = <P extends Params>(db: Tables, p: Param<P>) =>
  db
    .select('tickets')
    .select(['id', 'userId', 'queueId', 'whatsappId', 'unreadMessages', 'waitingSince', 'snoozedUntil'])
    .where('status', '=', p('status'))
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(p('limit'))
const ofAll = hot<Params>()((db, p) => newest(db, p))
const ofQueue = hot<Params & { queueId: number }>()((db, p) => newest(db, p).where('queueId', '=', p('queueId')))
const ofNoQueue = hot<Params>()((db, p) => newest(db, p).where('queueId', 'is', null))
const ofUser = hot<Params & { userId: number }>()((db, p) => newest(db, p).where('userId', '=', p('userId')))
const tagsOf = hot<{ ids: ListParameter }>()((db, p) =>
  db
    .select('ticket_tags')
    .select(({ fn }) => ['tagId as id', fn.countAll<number>().as('count')])
    .where('ticketId', 'in', inList(p('ids')))
    .groupBy('tagId'),
)
type Row = NonNullable<(typeof ofAll)['row']>

function readRange(scope: Scope, { status, of }: TicketRange): Promise<Row[]> {
  const params = { status, limit: maxCounted + 1 }
  if (of === 'all') return scope.db.runAside(ofAll, params)
  if (of === 'noQueue') return scope.db.runAside(ofNoQueue, params)
  if ('queueId' in of) return scope.db.runAside(ofQueue, { ...params, queueId: of.queueId })
  return scope.db.runAside(ofUser, { ...params, userId: of.userId })
}

/**
 * Returns how many tickets of a list each filter would leave; `snoozed` is the number of all snoozed ones. Reads at most 2,000 tickets of the user's ranges, so that
 * the cost does not grow with the company.
 */
export async function countFilters(scope: Scope, query: FilterCountsQuery): Promise<FilterCounts> {
  const byId = new Map<number, Row>()
  for (const range of rangesOf(scope.viewer, query)) {
    for (const row of await readRange(scope, range)) byId.set(row.id, row)
    if (byId.size > maxCounted) break
  }
  const all = [...byId.values()].slice(0, maxCounted)
  const isSnoozed = ({ snoozedUntil }: Row) => snoozedUntil !== null
  const rows = query.snoozed ? all.filter((row) => isSnoozed(row) === (query.snoozed === 'only')) : all
  const count = (matches: (row: Row) => boolean) => rows.filter(matches).length
  return {
    unanswered: count(({ waitingSince }) => waitingSince < lastMoment),
    unread: count(({ unreadMessages }) => unreadMessages > 0),
    mine: count(({ userId }) => userId === scope.viewer.userId),
    snoozed: all.filter(isSnoozed).length,
    tags: await scope.db.runAside(tagsOf, { ids: listOf(rows.map(({ id }) => id)) }),
    users: countBy(rows, 'userId'),
    queues: countBy(rows, 'queueId'),
    connections: countBy(rows, 'whatsappId'),
    isPartial: byId.size > maxCounted,
  }
}

function countBy(rows: Row[], column: 'userId' | 'queueId' | 'whatsappId') {
  const groups = Map.groupBy(rows, (row) => row[column])
  return [...groups].flatMap(([id, all]) => (id === null ? [] : [{ id, count: all.length }]))
}
