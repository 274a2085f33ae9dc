import type { Scope } from '../../core/scope'
import { inList, type ListParameter, listOf, literal } from '../../core/storage/expressions'
import { hot, type Tables } from '../../core/storage/tenant'
import { lastMoment } from '../../core/time'
import type { TicketStatus } from '../../shared/enums'
import { seesQueue } from './seen-queues'

/** Number of live tickets, of those whose customer waits, and the longest wait. Reads rows of one index only. */
const liveFigures = (db: Tables) =>
  db
    .select('tickets')
    .where('status', '<>', literal('closed'))
    .select(({ fn, eb, lit }) => [
      fn.countAll<number>().as('count'),
      fn
        .sum<number>(eb.case().when('waitingSince', '<', literal(lastMoment)).then(lit(1)).else(lit(0)).end())
        .as('waiting'),
      fn.min('waitingSince').as('since'),
    ])

const byQueue = hot<{}>()((db) =>
  liveFigures(db).select(['status', 'queueId', 'chatbot']).groupBy(['status', 'queueId', 'chatbot']),
)
const byHolder = hot<{}>()((db) =>
  liveFigures(db)
    .select('userId')
    .where('userId', 'is not', null)
    .where('status', '=', literal('open'))
    .groupBy('userId'),
)
/** Tickets past the due time of a target, by queue. */
const lateByQueue = hot<{ now: string }>()((db, p) =>
  db
    .select('tickets')
    .select('queueId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('targetDueAt', 'is not', null)
    .where('targetDueAt', '<', p('now'))
    .groupBy('queueId'),
)
/** Queue and connection of agents' tickets with these waits. */
const placesOfWaits = hot<{ userIds: ListParameter; waits: ListParameter }>()((db, p) =>
  db
    .select('tickets')
    .select(['userId', 'waitingSince', 'queueId', 'whatsappId'])
    .where('userId', 'in', inList(p('userIds')))
    .where('status', '<>', literal('closed'))
    .where('status', '=', literal('open'))
    .where('waitingSince', 'in', inList<string>(p('waits'))),
)

/** Returns a function that names queue and connection of an agent's longest wait, whose opening hours count for it. */
export async function readPlacesOfWaits(scope: Scope, held: Iterable<{ userId: number | null; since: string }>) {
  const longest = [...held].filter(({ since }) => since < lastMoment)
  const params = {
    userIds: listOf(longest.flatMap(({ userId }) => userId ?? [])),
    waits: listOf(longest.map(({ since }) => since)),
  }
  const rows = longest.length > 0 ? await scope.db.run(placesOfWaits, params) : []
  return (id: number, since: string | null) => {
    const row = rows.find(({ userId, waitingSince }) => userId === id && waitingSince === since)
    return row ? { queueId: row.queueId, whatsappId: row.whatsappId } : null
  }
}

export type QueueFigures = NonNullable<(typeof byQueue)['row']>
export type HolderFigures = NonNullable<(typeof byHolder)['row']>

/** Queries of the live figures; a test checks that they read an index of live tickets only. */
export const liveQueries = { byQueue, byHolder, lateByQueue }

/** Numbers of open and of pending tickets, also those the robot has, in the queues the user sees. */
export async function countLiveTickets(scope: Scope) {
  const seen = (await scope.db.runAside(byQueue, {})).filter(({ queueId }) => seesQueue(scope.viewer, queueId))
  const count = (status: TicketStatus) =>
    seen.filter((row) => row.status === status).reduce((sum, row) => sum + row.count, 0)
  return { open: count('open'), pending: count('pending') }
}
