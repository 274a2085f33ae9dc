import { sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { readSetting } from '../settings/service'
import { beginTicket } from './begin'
import { recordEvent } from './events'
import { getTicketRow, type TicketRow, ticketRows } from './read'

interface Chat {
  contactId: number
  whatsappId: number
}

const live = hot<Chat>()((db, p) =>
  ticketRows(db)
    .where('tickets.contactId', '=', p('contactId'))
    .where('tickets.whatsappId', '=', p('whatsappId'))
    .where('tickets.status', '<>', 'closed'),
)
const newestClosed = hot<Chat>()((db, p) =>
  ticketRows(db)
    .where('tickets.contactId', '=', p('contactId'))
    .where('tickets.whatsappId', '=', p('whatsappId'))
    .where('tickets.status', '=', 'closed')
    .orderBy('tickets.updatedAt', 'desc')
    .limit(1),
)
const linkedQueues = hot<{ whatsappId: number }>()((db, p) =>
  db.select('connection_queues').select('queueId').where('whatsappId', '=', p('whatsappId')).limit(50),
)
const reopenTicket = hot<{ id: number; queueId: number | null; now: string }>()((db, p) =>
  db
    .update('tickets')
    .set({ status: 'pending', userId: null, queueId: p('queueId'), updatedAt: p('now') })
    .set({ closedAt: null, closedBy: null, closeReason: null })
    .where('id', '=', p('id')),
)

/** The one ticket of a contact on a connection that is not closed. */
export const findLiveTicket = (scope: Scope, chat: Chat): Promise<TicketRow | undefined> => scope.db.first(live, chat)

export const findNewestClosed = (scope: Scope, chat: Chat): Promise<TicketRow | undefined> =>
  scope.db.first(newestClosed, chat)

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
  const known = await findLiveTicket(scope, arrival)
  if (known) return { row: known }
  const closed = await findNewestClosed(scope, arrival)
  if (arrival.fromMe) return { row: closed ?? (await begin(scope, arrival, 'closed')) }
  if (closed && (await isRecent(scope, closed, arrival.at))) return { row: await reopen(scope, closed), was: closed }
  return { row: await begin(scope, arrival, 'pending') }
}

const endOf = hot<{ id: number }>()((db, p) =>
  db
    .select('tickets')
    .select(sql<string>`max(coalesce("closedAt", ''), "lastMessageAt")`.as('at'))
    .where('id', '=', p('id')),
)

/**
 * Whether what was written at this time (UTC ISO) goes on with a closed conversation: since its closing, or since what
 * was said in it later, because that is what a customer answers. Judged by WhatsApp's time, so that a queue delivered
 * after an outage is treated as it would have been.
 */
export async function isRecent(scope: Scope, { id }: TicketRow, at: string): Promise<boolean> {
  const minutes = Number(await readSetting(scope.db, 'reopenWindowMinutes'))
  const end = (await scope.db.first(endOf, { id }))?.at ?? ''
  return minutes > 0 && Date.parse(at) - Date.parse(end) <= minutes * 60_000
}

const begin = async (scope: Scope, { contactId, whatsappId, isGroup, at }: Arrival, status: 'pending' | 'closed') =>
  beginTicket(scope, {
    ...{ contactId, whatsappId, isGroup, at, status },
    userId: null,
    queueId: await onlyQueue(scope, whatsappId),
  })

/** A person's choice of queue outlives the closing; the bot's does not, since it would ask again. */
async function reopen(scope: Scope, closed: TicketRow): Promise<TicketRow> {
  const queueId = closed.closeReason === 'bot' ? null : await keptQueue(scope, closed)
  await scope.db.run(reopenTicket, { id: closed.id, queueId, now: new Date().toISOString() })
  const row = await getTicketRow(scope, closed.id)
  await recordEvent(scope, { kind: 'reopened', before: closed, after: row })
  return row
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
