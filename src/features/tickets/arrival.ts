import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { readSetting } from '../settings/service'
import { beginTicket } from './begin'
import { findLiveTicket, findNewestClosed } from './find'
import type { TicketRow } from './read'
import { transition } from './transition'

const linkedQueues = hot<{ whatsappId: number }>()((db, p) =>
  db.select('connection_queues').select('queueId').where('whatsappId', '=', p('whatsappId')).limit(50),
)
export interface Arrival {
  contactId: number
  whatsappId: number
  isGroup: boolean
  fromMe: boolean
  /** WhatsApp's time of the message. */
  at: string
}

/**
 * The ticket a message belongs to (server-behaviour §1.5): the live one; else one closed within `reopenWindowMinutes`,
 * pending again; else a new pending one. What the owner typed on the phone never makes anybody wait: it goes to the
 * newest closed ticket, or to a new closed one (open decision 36). `was` is set when a ticket changed its state.
 */
export async function ticketFor(scope: Scope, arrival: Arrival): Promise<{ row: TicketRow; was?: TicketRow }> {
  const live = await findLiveTicket(scope, arrival)
  if (live) return { row: live }
  const closed = await findNewestClosed(scope, arrival)
  if (arrival.fromMe) return { row: closed ?? (await begin(scope, arrival, 'closed')) }
  if (closed && (await isRecent(scope, closed, arrival.at))) return { row: await reopen(scope, closed), was: closed }
  return { row: await begin(scope, arrival, 'pending') }
}

const endOf = hot<{ id: number }>()((db, p) =>
  db.select('tickets').select(['closedAt', 'lastMessageAt']).where('id', '=', p('id')),
)

/**
 * Whether what was written at this time (UTC ISO) goes on with a closed conversation: since its closing, or since what
 * was said in it later, because that is what a customer answers. Judged by WhatsApp's time, so that a queue delivered
 * after an outage is treated as it would have been.
 */
export async function isRecent(scope: Scope, { id }: TicketRow, at: string): Promise<boolean> {
  const minutes = Number(await readSetting(scope.db, 'reopenWindowMinutes'))
  const { closedAt = null, lastMessageAt = '' } = (await scope.db.first(endOf, { id })) ?? {}
  const end = closedAt !== null && closedAt > lastMessageAt ? closedAt : lastMessageAt
  return minutes > 0 && Date.parse(at) - Date.parse(end) <= minutes * 60_000
}

const begin = async (scope: Scope, { contactId, whatsappId, isGroup, at }: Arrival, status: 'pending' | 'closed') =>
  beginTicket(scope, {
    ...{ contactId, whatsappId, isGroup, at, status },
    userId: null,
    queueId: await onlyQueue(scope, whatsappId),
  })

/** A queue that a person chose outlives the close; the robot's does not, since it would ask again. */
async function reopen(scope: Scope, closed: TicketRow): Promise<TicketRow> {
  const queueId = closed.closeReason === 'bot' ? null : await keptQueue(scope, closed)
  const change = () => ({ userId: null, queueId })
  const done = await transition(scope, closed, { verb: 'reopen', event: 'reopened', bySystem: true, change })
  return done?.row ?? closed
}

async function keptQueue(scope: Scope, { whatsappId, queueId }: TicketRow): Promise<number | null> {
  const linked = await queuesOf(scope, whatsappId as number)
  return queueId !== null && (linked.length === 0 || linked.includes(queueId)) ? queueId : onlyOf(linked)
}

/** A connection with one queue needs nobody to ask: its tickets belong there (server-behaviour §13, 17). */
const onlyQueue = async (scope: Scope, whatsappId: number) => onlyOf(await queuesOf(scope, whatsappId))
const onlyOf = (queues: number[]) => (queues.length === 1 ? (queues[0] as number) : null)
const queuesOf = async (scope: Scope, whatsappId: number) =>
  (await scope.db.run(linkedQueues, { whatsappId })).map(({ queueId }) => queueId)
