import type { SelectQueryBuilder } from 'kysely'
import type { Scope } from '../../../../core/scope'
import { inList, type ListParameter, listOf } from '../../../../core/storage/expressions'
import type { Database } from '../../../../core/storage/schema'
import { hot } from '../../../../core/storage/tenant'
import { lastMoment } from '../../../../core/time'
import type { FilterCounts, FilterCountsQuery } from '../model'
import { type ListQuery, withListRule } from './list-rule'
import { rangesOf, type TicketRange } from './page-ranges'
import { isPendingWith, type PendingPart, type RangeParam, rangeReader } from './range-queries'

/** Number of tickets that are read at most, per range and together. */
const maxCounted = 2000

const newest = (rows: SelectQueryBuilder<Database, 'tickets', {}>, limit: number) =>
  rows
    .select(['id', 'userId', 'queueId', 'whatsappId', 'unreadMessages', 'waitingSince', 'snoozedUntil', 'adName'])
    .orderBy('updatedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
const readNewest = rangeReader((db, p: RangeParam<{ limit: number }>, isInRange) =>
  newest(db.select('tickets').where('status', '=', p('status')).where(isInRange), p('limit')),
)
const readNewestPending = rangeReader((db, p: RangeParam<{ limit: number } & PendingPart>, isInRange) =>
  newest(
    db
      .select('tickets')
      .where(isPendingWith(p('chatbot')))
      .where(isInRange),
    p('limit'),
  ),
)
type Row = Awaited<ReturnType<typeof readNewest>>[number]

const tagsOf = hot<{ ids: ListParameter }>()((db, p) =>
  db
    .select('ticket_tags')
    .select(({ fn }) => ['tagId as id', fn.countAll<number>().as('count')])
    .where('ticketId', 'in', inList(p('ids')))
    .groupBy('tagId'),
)
/**
 * Returns how many tickets of a list each filter would leave; `snoozed` is the number of all snoozed ones. Reads at most
 * 2,000 tickets of the user's ranges, so that the cost does not grow with the company.
 */
export async function countFilters(scope: Scope, { list, snoozed }: FilterCountsQuery): Promise<FilterCounts> {
  const query = withListRule({ list, snoozed })
  const byId = new Map<number, Row>()
  for (const range of rangesOf(scope.viewer, query)) {
    for (const row of await readRange(scope, range, query)) byId.set(row.id, row)
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
    ads: countAds(rows),
    isPartial: byId.size > maxCounted,
  }
}

function readRange({ db }: Scope, range: TicketRange, { robot }: ListQuery): Promise<Row[]> {
  const part = { limit: maxCounted + 1 }
  return robot === undefined
    ? readNewest(db, range, part, { aside: true })
    : readNewestPending(db, range, { ...part, chatbot: robot ? 1 : 0 }, { aside: true })
}

/** Maximum number of ads that can be chosen as a filter. */
const maxAds = 20

const countAds = (rows: Row[]) =>
  [...Map.groupBy(rows, ({ adName }) => adName)]
    .flatMap(([ad, all]) => (ad === null ? [] : [{ ad, count: all.length }]))
    .sort((a, b) => b.count - a.count)
    .slice(0, maxAds)

function countBy(rows: Row[], column: 'userId' | 'queueId' | 'whatsappId') {
  const groups = Map.groupBy(rows, (row) => row[column])
  return [...groups].flatMap(([id, all]) => (id === null ? [] : [{ id, count: all.length }]))
}
