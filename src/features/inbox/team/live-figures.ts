import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf, literal } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import { isOfTicketList } from '../../../shared/ticket-lists'
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
/** Live tickets with these waits. */
const ticketsWithWaits = hot<{ waits: ListParameter }>()((db, p) =>
  db
    .select('tickets')
    .select(['userId', 'status', 'chatbot', 'waitingSince', 'queueId', 'whatsappId'])
    .where('status', '<>', literal('closed'))
    .where(({ or, eb }) => or([eb('status', '=', literal('open')), eb('status', '=', literal('pending'))]))
    .where('waitingSince', 'in', inTexts(p('waits'))),
)
type WaitingTicket = NonNullable<(typeof ticketsWithWaits)['row']>

/**
 * Returns a function that names queue and connection of the ticket with a wait, whose opening hours count for it; null
 * without a wait.
 */
export async function readPlacesOfWaits(scope: Scope, waits: string[]) {
  const waitTimes = [...new Set(waits)].filter((since) => since < lastMoment)
  const rows = waitTimes.length > 0 ? await scope.db.run(ticketsWithWaits, { waits: listOf(waitTimes) }) : []
  return (since: string | null, isMeant: (ticket: WaitingTicket) => boolean) => {
    const row = rows.find((row) => row.waitingSince === since && isMeant(row))
    return row ? { queueId: row.queueId, whatsappId: row.whatsappId } : null
  }
}

export type QueueFigures = NonNullable<(typeof byQueue)['row']>
export type HolderFigures = NonNullable<(typeof byHolder)['row']>

/** Queries of the live figures; a test checks that they read an index of live tickets only. */
export const liveQueries = { byQueue, byHolder, lateByQueue, ticketsWithWaits }

/** Numbers of tickets in the lists `all`, `waiting` and `robot`, in the queues the user sees. */
export async function countLiveTickets(scope: Scope) {
  const seen = (await scope.db.runAside(byQueue, {})).filter(({ queueId }) => seesQueue(scope.viewer, queueId))
  const count = (isMeant: (row: QueueFigures) => boolean) =>
    seen.filter(isMeant).reduce((sum, row) => sum + row.count, 0)
  return {
    open: count((row) => isOfTicketList('all', row)),
    pending: count((row) => isOfTicketList('waiting', row)),
    robot: count((row) => isOfTicketList('robot', row)),
  }
}

/** Number of tickets past the due time of a target, in the queues the user sees. */
export async function countLateTickets(scope: Scope, now: Date): Promise<number> {
  const rows = await scope.db.runAside(lateByQueue, { now: now.toISOString() })
  return rows.reduce((sum, { queueId, count }) => sum + (seesQueue(scope.viewer, queueId) ? count : 0), 0)
}
