import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { readSetting } from '../../platform/settings/service'
import { findLiveTicket, findLiveTickets, findNewestClosed } from './find'
import { beginBot } from './history/attendances'
import type { TicketRow } from './read'
import { beginTicket } from './state/begin'
import { transition } from './state/transition'

const linkedQueues = hot<{ whatsappId: number }>()((db, p) =>
  db.select('connection_queues').select('queueId').where('whatsappId', '=', p('whatsappId')).limit(50),
)
interface ArrivingMessage {
  contactId: number
  whatsappId: number
  isGroup: boolean
  fromMe: boolean
  /** Time of the message by WhatsApp's clock. */
  at: string
}

/**
 * Returns the ticket a message belongs to (docs/behaviour.md, "Which ticket a message belongs to"): the live one; else
 * one closed within `reopenWindowMinutes`, set back to pending; else a new pending one. A message typed on the linked
 * phone never makes a ticket wait: it goes to the newest closed ticket, or to a new closed one. `was` is the earlier
 * row when the ticket changed its state.
 */
export async function ticketForMessage(
  scope: Scope,
  message: ArrivingMessage,
): Promise<{ row: TicketRow; was?: TicketRow }> {
  const live = await findLiveTicket(scope, message)
  return live ? { row: live } : ticketWithoutLive(scope, message)
}

/** As `ticketForMessage` for customers' messages of one connection in order, with one query for the live tickets. */
export async function ticketsForMessages(
  scope: Scope,
  whatsappId: number,
  messages: readonly Omit<ArrivingMessage, 'whatsappId' | 'fromMe'>[],
): Promise<{ row: TicketRow; was?: TicketRow }[]> {
  const contactIds = new Set(messages.map(({ contactId }) => contactId))
  const live = await findLiveTickets(scope, whatsappId, contactIds)
  const tickets = new Map<number, { row: TicketRow; was?: TicketRow }>(live.map((row) => [row.contactId, { row }]))
  for (const message of messages)
    if (!tickets.has(message.contactId))
      tickets.set(message.contactId, await ticketWithoutLive(scope, { ...message, whatsappId, fromMe: false }))
  return messages.map(({ contactId }) => tickets.get(contactId) as { row: TicketRow; was?: TicketRow })
}

async function ticketWithoutLive(scope: Scope, message: ArrivingMessage): Promise<{ row: TicketRow; was?: TicketRow }> {
  const closed = await findNewestClosed(scope, message)
  if (message.fromMe) return { row: closed ?? (await beginForMessage(scope, message, 'closed')) }
  if (closed && (await isRecent(scope, closed, message.at))) return { row: await reopen(scope, closed), was: closed }
  return { row: await beginForMessage(scope, message, 'pending') }
}

const lastActivityOf = hot<{ id: number }>()((db, p) =>
  db.select('tickets').select(['closedAt', 'lastMessageAt']).where('id', '=', p('id')),
)

/**
 * Returns true when a message of this time (UTC ISO) continues a closed conversation: at most `reopenWindowMinutes`
 * after the closing, or after the last message sent in it since, because that is what a customer answers. Uses
 * WhatsApp's time, so that a backlog delivered after an outage is treated as if it had arrived on time.
 */
export async function isRecent(scope: Scope, { id }: TicketRow, at: string): Promise<boolean> {
  const minutes = Number(await readSetting(scope.db, 'reopenWindowMinutes'))
  const { closedAt = null, lastMessageAt = '' } = (await scope.db.first(lastActivityOf, { id })) ?? {}
  const end = closedAt !== null && closedAt > lastMessageAt ? closedAt : lastMessageAt
  return minutes > 0 && Date.parse(at) - Date.parse(end) <= minutes * 60_000
}

async function beginForMessage(
  scope: Scope,
  { contactId, whatsappId, isGroup, at }: ArrivingMessage,
  status: 'pending' | 'closed',
) {
  const queueId = await singleQueue(scope, whatsappId)
  const row = await beginTicket(scope, { contactId, whatsappId, isGroup, at, status, userId: null, queueId })
  if (status === 'pending' && !isGroup) await beginBot(scope, row.id, 'created')
  return row
}

/**
 * Keeps the queue if a user closed the ticket and the connection still has the queue; people answer then. In all other
 * cases the robot begins again.
 */
async function reopen(scope: Scope, closed: TicketRow): Promise<TicketRow> {
  const linked = await queuesOf(scope, closed.whatsappId as number)
  const { queueId, closeReason } = closed
  const isLinked = queueId !== null && (linked.length === 0 || linked.includes(queueId))
  const isKept = isLinked && closeReason === 'agent'
  const change = () => ({ userId: null, queueId: isKept ? queueId : singleOf(linked) })
  const done = await transition(scope, closed, { verb: 'reopen', event: 'reopened', bySystem: true, change })
  if (done && !isKept && closed.isGroup === 0) await beginBot(scope, closed.id, 'reopened')
  return done?.row ?? closed
}

/** Returns the queue of a connection with exactly one queue: no menu is needed. */
const singleQueue = async (scope: Scope, whatsappId: number) => singleOf(await queuesOf(scope, whatsappId))
const singleOf = (queues: number[]) => (queues.length === 1 ? (queues[0] as number) : null)
const queuesOf = async (scope: Scope, whatsappId: number) =>
  (await scope.db.run(linkedQueues, { whatsappId })).map(({ queueId }) => queueId)
