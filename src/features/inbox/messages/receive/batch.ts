import type { Scope } from '../../../../core/scope'
import type { Inbound, InboundMessage } from '../../../../whatsapp/received'
import type { ContactRow } from '../../../contacts/contacts/read'
import { isEnabled } from '../../../platform/settings/service'
import type { Ticket } from '../../tickets/model'
import { getTicketRow, type TicketRow, toTicket } from '../../tickets/read'
import { type MessageRow, toMessage } from '../read/read'
import type { BatchListener, Received, ReceivedBatch } from './listener'

/**
 * State of one batch. `tickets` holds the touched tickets: the current row, and the earlier one if its state changed.
 */
export interface Batch extends ReceivedBatch {
  now: string
  ignoreGroups: boolean
  listeners: Listeners
  tickets: Map<number, { row: TicketRow; was?: TicketRow }>
  /**
   * True when an edit or the like may have changed tickets in the database: the rows are read again before publishing.
   */
  stale: boolean
  /** Tickets as published; all events of a ticket show it as committed. */
  published: Map<number, Ticket>
}

/** Listeners by what they look at, so that a message passes only those that do. */
type Listeners = { [Name in keyof BatchListener]-?: NonNullable<BatchListener[Name]>[] }

/** Begins a batch of these messages within its transaction. */
export async function beginBatch(scope: Scope, whatsappId: number, inbound: readonly Inbound[]): Promise<Batch> {
  const hasGroup = inbound.some(({ chat }) => chat.isGroup)
  const ignoreGroups = hasGroup && (await isEnabled(scope.db, 'CheckMsgIsGroup'))
  const shared = { scope, whatsappId, askedByRobot: new Set<number>() }
  const all = scope.ports.receiveListeners.map((listen) => listen(shared))
  return {
    ...shared,
    listeners: byName(all),
    ignoreGroups,
    now: new Date().toISOString(),
    tickets: new Map(),
    stale: false,
    published: new Map(),
  }
}

/** A listener that does not say which messages it needs alone needs all. */
const always = () => true

const byName = (all: BatchListener[]): Listeners => ({
  prepare: all.flatMap(({ prepare }) => prepare ?? []),
  isConcerned: all.flatMap(
    ({ isConcerned, take, beforeStored }) => isConcerned ?? (take || beforeStored ? always : []),
  ),
  take: all.flatMap(({ take }) => take ?? []),
  beforeStored: all.flatMap(({ beforeStored }) => beforeStored ?? []),
  stored: all.flatMap(({ stored }) => stored ?? []),
  filled: all.flatMap(({ filled }) => filled ?? []),
  ended: all.flatMap(({ ended }) => ended ?? []),
})

/** Publishes each touched ticket once. */
export async function publishTickets(batch: Batch) {
  const { scope, tickets, stale } = batch
  for (const [id, touched] of tickets) {
    if (stale) touched.row = await getTicketRow(scope, id)
    const was = touched.was && toTicket(scope, touched.was)
    scope.publish('ticket', () => ({ action: 'update', ticket: ticketAsCommitted(batch, touched.row), was }))
  }
}

/** The message with its contact, before a listener has seen it. */
export const receivedFrom = (contact: ContactRow, item: InboundMessage): Received => ({
  item,
  contact,
  isCustomers: !item.fromMe && !item.chat.isGroup,
  isAnswered: false,
})

/** Publishes a new message, with its ticket as committed, not as in the middle of the batch. */
export function publishNewMessage(batch: Batch, row: MessageRow, ticket: TicketRow) {
  const { scope } = batch
  const message = toMessage(scope, row)
  scope.publish('appMessage', () => ({ action: 'create', message, ticket: ticketAsCommitted(batch, ticket) }))
}

/** Call after the transaction's last write. */
function ticketAsCommitted({ scope, tickets, published }: Batch, row: TicketRow): Ticket {
  const ticket = published.get(row.id) ?? toTicket(scope, tickets.get(row.id)?.row ?? row)
  published.set(row.id, ticket)
  return ticket
}

/** False for what is not received: a chat's timer, and messages of groups that the company ignores. */
export const isReceived = ({ ignoreGroups }: Batch, { type, chat }: Inbound): boolean =>
  type !== 'timer' && !(chat.isGroup && ignoreGroups)
