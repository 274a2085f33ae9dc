import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { pageSizes } from '../../../../shared/limits'
import { notesOf } from '../../notes/service'
import { findStarred } from '../../stars/service'
import { historyOf } from '../../tickets/history/history'
import { listVisibleTickets } from '../../tickets/list/visible-tickets'
import type { Ticket } from '../../tickets/model'
import { getTicket } from '../../tickets/read'
import type { MessagePage, MessageQuery } from '../model'
import { findSentKeys } from '../send/idempotency'
import { type MessageRow, messageRows, toMessage } from './read'

const size = pageSizes.messages
const end = Number.MAX_SAFE_INTEGER
const maxNotes = 200

const before = hot<{ ticketId: number; before: number; limit: number; offset: number }>()((db, p) =>
  messageRows(db)
    .where('messages.ticketId', '=', p('ticketId'))
    .where('messages.id', '<', p('before'))
    .orderBy('messages.id', 'desc')
    .limit(p('limit'))
    .offset(p('offset')),
)
const after = hot<{ ticketId: number; after: number; limit: number }>()((db, p) =>
  messageRows(db)
    .where('messages.ticketId', '=', p('ticketId'))
    .where('messages.id', '>', p('after'))
    .orderBy('messages.id')
    .limit(p('limit')),
)
const messagePosition = hot<{ id: number; contactId: number }>()((db, p) =>
  db.select('messages').select(['id', 'ticketId']).where('id', '=', p('id')).where('contactId', '=', p('contactId')),
)

/** A message and its ticket, between which a page starts; messages are ordered by ticket, then by id. */
interface Position {
  ticketId: number
  id: number
}
/** Consecutive rows of a conversation, in its order, and whether more exist on either side. */
interface MessageRange {
  rows: MessageRow[]
  hasMore: boolean
  hasNewer: boolean
  /** True when the requested ticket has no message after these. */
  reachesEnd: boolean
  /** The ticket whose notes and events the client received with another page. */
  loadedTicketId?: number
}

/**
 * Returns one page of a conversation, oldest message first: the newest page, one before a message (`cursor`), one after
 * it (`after`), or one around it. Before a ticket's first message come the contact's earlier tickets, if the acting
 * user sees them. Keyset by ticket and id. Notes and events of a ticket come with the page that reaches it.
 */
export async function listMessages(scope: Scope, ticketId: number, query: MessageQuery): Promise<MessagePage> {
  const ticket = await getTicket(scope, ticketId)
  const { rows, hasMore, hasNewer, reachesEnd, loadedTicketId } = await readRange(scope, ticket, query)
  const messages = rows.map((row) => toMessage(scope, row))
  const reached = new Set([...(reachesEnd ? [ticketId] : []), ...rows.map((row) => row.ticketId)])
  if (loadedTicketId !== undefined) reached.delete(loadedTicketId)
  return {
    messages,
    sent: await findSentKeys(scope, messages),
    starred: await findStarred(scope, messages),
    ticket,
    hasMore,
    next: hasMore ? String(messages[0]?.id) : null,
    hasNewer,
    newer: hasNewer ? String(messages.at(-1)?.id) : null,
    notes: (await Array.fromAsync(reached, (id) => notesOf(scope, id, maxNotes))).flat(),
    events: (await Array.fromAsync(reached, (id) => eventsOf(scope, id))).flat(),
  }
}

const eventsOf = async (scope: Scope, ticketId: number) =>
  (await historyOf(scope, ticketId)).map((event) => ({ ...event, ticketId }))

async function readRange(
  scope: Scope,
  ticket: Ticket,
  { cursor, after, around, pageNumber = 1 }: MessageQuery,
): Promise<MessageRange> {
  if (around !== undefined) return readAround(scope, ticket, Number(around))
  if (after !== undefined) return readNewer(scope, ticket, await positionOf(scope, ticket, Number(after)), size)
  if (cursor !== undefined) return readOlder(scope, ticket, await positionOf(scope, ticket, Number(cursor)), size)
  if (pageNumber > 1) return readNumbered(scope, ticket, pageNumber)
  return {
    ...(await readOlder(scope, ticket, { ticketId: ticket.id, id: end }, size)),
    reachesEnd: true,
    loadedTicketId: undefined,
  }
}

/** Reads the messages before a position, across as many of the contact's tickets as needed. */
async function readOlder(
  scope: Scope,
  { id, contactId }: Ticket,
  position: Position,
  count: number,
): Promise<MessageRange> {
  const rows: MessageRow[] = []
  for (const ticket of await listVisibleTickets(scope, contactId, id)) {
    if (ticket.id > position.ticketId) continue
    const from = ticket.id === position.ticketId ? position.id : end
    rows.push(
      ...(await scope.db.run(before, { ticketId: ticket.id, before: from, limit: count + 1 - rows.length, offset: 0 })),
    )
    if (rows.length > count) break
  }
  return {
    rows: rows.slice(0, count).reverse(),
    hasMore: rows.length > count,
    hasNewer: false,
    reachesEnd: false,
    loadedTicketId: position.ticketId,
  }
}

/** Reads the messages after a position, up to the end of the requested ticket. */
async function readNewer(
  scope: Scope,
  { id, contactId }: Ticket,
  position: Position,
  count: number,
): Promise<MessageRange> {
  const rows: MessageRow[] = []
  for (const ticket of (await listVisibleTickets(scope, contactId, id)).reverse()) {
    if (ticket.id < position.ticketId) continue
    const from = ticket.id === position.ticketId ? position.id : 0
    rows.push(...(await scope.db.run(after, { ticketId: ticket.id, after: from, limit: count + 1 - rows.length })))
    if (rows.length > count) break
  }
  const hasNewer = rows.length > count
  return {
    rows: rows.slice(0, count),
    hasMore: false,
    hasNewer,
    reachesEnd: !hasNewer,
    loadedTicketId: position.ticketId,
  }
}

/** Reads the messages before and after a message. @throws ERR_NO_MESSAGE_FOUND for one of another conversation */
async function readAround(scope: Scope, ticket: Ticket, id: number): Promise<MessageRange> {
  const position = await scope.db.first(messagePosition, { id, contactId: ticket.contactId })
  if (
    !position ||
    !(await listVisibleTickets(scope, ticket.contactId, ticket.id)).some((visible) => visible.id === position.ticketId)
  )
    throw new AppError('ERR_NO_MESSAGE_FOUND')
  const above = await readOlder(scope, ticket, { ...position, id: position.id + 1 }, size / 2 + 1)
  const below = await readNewer(scope, ticket, position, size / 2)
  return {
    rows: [...above.rows, ...below.rows],
    hasMore: above.hasMore,
    hasNewer: below.hasNewer,
    reachesEnd: below.reachesEnd,
  }
}

/** Reads a page by number, for scripts; within one ticket. */
async function readNumbered(scope: Scope, { id }: Ticket, pageNumber: number): Promise<MessageRange> {
  const offset = (pageNumber - 1) * size
  const rows = await scope.db.run(before, { ticketId: id, before: end, limit: size + 1, offset })
  return {
    rows: rows.slice(0, size).reverse(),
    hasMore: rows.length > size,
    hasNewer: false,
    reachesEnd: false,
    loadedTicketId: id,
  }
}

/** Returns the position of a cursor. An id of another conversation counts as a position in the requested ticket. */
const positionOf = async (scope: Scope, { id: ticketId, contactId }: Ticket, id: number): Promise<Position> =>
  (await scope.db.first(messagePosition, { id, contactId })) ?? { ticketId, id }
