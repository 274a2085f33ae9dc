import { hasJobSince } from '../../../../core/jobs/keys'
import type { Scope } from '../../../../core/scope'
import { literal } from '../../../../core/storage/expressions'
import { hot, type Tables } from '../../../../core/storage/tenant'

/** Tickets of one timer and connection that one tick takes, oldest first, without those that have a job. */
const batchSize = 200

interface Due {
  whatsappId: number
  cutoff: string
  limit: number
}

/** Open tickets whose customer has not answered, those that wait longest first. */
const unansweredRows = (db: Tables) =>
  db
    .select('tickets')
    .select(['id'])
    .where('status', '=', literal('open'))
    .where('answeredAt', 'is not', null)
    .where('isGroup', '=', 0)
    .orderBy('answeredAt')

interface DueInQueue extends Due {
  queueId: number | null
  anyQueue: 0 | 1
}
const unanswered = hot<DueInQueue>()((db, p) =>
  unansweredRows(db)
    .where('whatsappId', '=', p('whatsappId'))
    .where('answeredAt', '<=', p('cutoff'))
    .where(({ eb, or, val }) => or([eb(val(p('anyQueue')), '=', 1), eb('queueId', 'is', p('queueId'))]))
    .where(({ not }) => not(hasJobSince('ticket.expire', 'tickets', 'answeredAt')))
    .limit(p('limit')),
)
const unwarned = hot<DueInQueue>()((db, p) =>
  unansweredRows(db)
    .where('whatsappId', '=', p('whatsappId'))
    .where('answeredAt', '<=', p('cutoff'))
    .where(({ eb, or, ref }) => or([eb('warnedAt', 'is', null), eb('warnedAt', '<', ref('answeredAt'))]))
    .where(({ eb, or, val }) => or([eb(val(p('anyQueue')), '=', 1), eb('queueId', 'is', p('queueId'))]))
    .where(({ not }) => not(hasJobSince('ticket.warn', 'tickets', 'answeredAt')))
    .limit(p('limit')),
)
const unassigned = hot<Due>()((db, p) =>
  db
    .select('tickets')
    .select(['id'])
    .where('whatsappId', '=', p('whatsappId'))
    .where('status', '=', literal('pending'))
    .where('queueId', 'is', null)
    .where('lastMessageAt', '<=', p('cutoff'))
    .where('isGroup', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('flow_runs')
            .select('flow_runs.id')
            .whereRef('flow_runs.companyId', '=', 'tickets.companyId')
            .whereRef('flow_runs.ticketId', '=', 'tickets.id')
            .where('flow_runs.endedAt', 'is', null),
        ),
      ),
    )
    .where(({ not }) => not(hasJobSince('ticket.autoTransfer', 'tickets', 'lastMessageAt')))
    .orderBy('lastMessageAt')
    .limit(p('limit')),
)

/** The queries of a tick; a test checks their index. */
export const timerQueries = { unanswered, unwarned, unassigned }

/** Tickets of one queue, of none (null), or of any (undefined). */
interface Place {
  whatsappId: number
  queueId?: number | null
}
const placeParams = ({ whatsappId, queueId }: Place, cutoff: string) => ({
  ...{ whatsappId, cutoff, limit: batchSize },
  queueId: queueId ?? null,
  anyQueue: queueId === undefined ? (1 as const) : (0 as const),
})
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)

/** Open tickets whose last reply the customer has not answered since the cutoff. */
export const listUnanswered = async (scope: Scope, place: Place, cutoff: string) =>
  idsOf(await scope.db.run(unanswered, placeParams(place, cutoff)))

/** The same, without those that were warned after that reply. */
export const listUnwarned = async (scope: Scope, place: Place, cutoff: string) =>
  idsOf(await scope.db.run(unwarned, placeParams(place, cutoff)))

/** Pending tickets without a queue and a flow whose customer has waited since the cutoff. */
export const listUnassigned = async (scope: Scope, whatsappId: number, cutoff: string) =>
  idsOf(await scope.db.run(unassigned, { whatsappId, cutoff, limit: batchSize }))
