import type { Scope } from '../../../core/scope'
import { inList, literal, unindexedColumn } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { lastMoment } from '../../../core/time'
import { dueSoonMinutes, limits } from '../../../shared/limits'
import { type Sight, sightOf } from '../tickets/list/seen-rows'
import { compareWaits } from '../tickets/list/waiting-order'
import { type TicketRow, ticketRows } from '../tickets/read'
import { type SeenQueues, seenQueues } from './seen-queues'

type Param<P> = <K extends keyof P & string>(name: K) => P[K]
type Waits = SeenQueues & Pick<Sight, 'others' | 'me'> & { limit: number }

/** Tickets of the queues the user sees, without those of colleagues if the user does not see them. */
const seenTickets = (db: Tables, p: Param<Waits>) =>
  ticketRows(db)
    .where(({ or, and, eb, val }) =>
      or([
        eb(val(p('every')), '=', 1),
        eb(unindexedColumn('tickets.queueId'), 'in', inList(p('queueIds'))),
        and([eb(val(p('queueless')), '=', 1), eb(unindexedColumn('tickets.queueId'), 'is', null)]),
      ]),
    )
    .where(({ or, eb, val }) =>
      or([
        eb(val(p('others')), '=', 1),
        eb(unindexedColumn('tickets.status'), '=', literal('pending')),
        eb(unindexedColumn('tickets.userId'), '=', p('me')),
      ]),
    )
    .limit(p('limit'))

/** Tickets whose customer waits for a person, the longest wait first. */
const waits = (db: Tables, p: Param<Waits>) =>
  seenTickets(db, p)
    .where('tickets.status', '<>', literal('closed'))
    .where('tickets.waitingSince', '<', literal(lastMoment))
    .where('tickets.chatbot', '=', 0)
    .orderBy('tickets.waitingSince')
    .orderBy('tickets.id')

const pending = hot<Waits>()((db, p) => waits(db, p).where('tickets.status', '=', literal('pending')))
const open = hot<Waits>()((db, p) => waits(db, p).where('tickets.status', '=', literal('open')))

const dueTickets = hot<Waits & { before: string }>()((db, p) =>
  seenTickets(db, p)
    .where('tickets.targetDueAt', 'is not', null)
    .where('tickets.targetDueAt', '<', p('before'))
    .where('tickets.status', '<>', 'closed')
    .orderBy('tickets.targetDueAt'),
)

function paramsOf({ viewer }: Scope): Waits {
  const { others, me } = sightOf(viewer)
  return { ...seenQueues(viewer), others, me, limit: limits.teamTickets }
}

/** Tickets past a due time or due soon, the earliest first, at most `limits.teamTickets`. */
export async function readDue(scope: Scope): Promise<TicketRow[]> {
  const before = new Date(Date.now() + dueSoonMinutes * 60_000).toISOString()
  return scope.db.run(dueTickets, { ...paramsOf(scope), before })
}

/** Pending tickets and open ones without an answer, the longest wait first, at most `limits.teamTickets`. */
export async function readLongestWaits(scope: Scope): Promise<TicketRow[]> {
  const params = paramsOf(scope)
  const found = [...(await scope.db.run(pending, params)), ...(await scope.db.run(open, params))]
  return found.sort(compareWaits).slice(0, limits.teamTickets)
}
