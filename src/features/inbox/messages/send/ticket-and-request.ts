import type { Scope } from '../../../../core/scope'
import { literal } from '../../../../core/storage/expressions'
import { hot, type Tables } from '../../../../core/storage/tenant'
import { type TicketRow, ticketRows } from '../../tickets/read'

/** Key of a request and its owner: a user, or the negative id of a connection. */
interface Key {
  owner: number
  /** Null for a request without a key. */
  key: string | null
}

/** Tickets with the message that the key of a request has stored before, and the running attendance. */
const rowsWithRequest = (db: Tables, { owner, key }: Key) =>
  ticketRows(db)
    .leftJoin('idempotency as earlier', (join) =>
      join
        .onRef('earlier.companyId', '=', 'tickets.companyId')
        .on('earlier.userId', '=', owner)
        .on('earlier.key', '=', key)
        .on('earlier.position', '=', literal(0)),
    )
    .leftJoin('attendances as current', (join) =>
      join
        .onRef('current.companyId', '=', 'tickets.companyId')
        .onRef('current.ticketId', '=', 'tickets.id')
        .on('current.finishedAt', 'is', null),
    )
    .select(['earlier.messageId as earlierMessageId', 'current.id as attendanceId', 'current.firstResponseAt'])

const byTicket = hot<Key & { id: number }>()((db, p) =>
  rowsWithRequest(db, { owner: p('owner'), key: p('key') }).where('tickets.id', '=', p('id')),
)
const byNumber = hot<Key & { number: string; whatsappId: number }>()((db, p) =>
  rowsWithRequest(db, { owner: p('owner'), key: p('key') })
    .where('contacts.number', '=', p('number'))
    .where('contacts.companyId', '=', db.companyId)
    .where('tickets.whatsappId', '=', p('whatsappId'))
    .orderBy(({ eb }) => eb('tickets.status', '=', literal('closed')))
    .orderBy('tickets.updatedAt', 'desc')
    .limit(1),
)

/** A ticket for a message, read in one statement. */
interface TicketAndRequest {
  ticket: TicketRow
  /** True when a request with this key was stored before. */
  isRepeat: boolean
  /** True when the running attendance has no response yet. */
  awaitsResponse: boolean
}

/** Returns the ticket, or undefined. */
export const readTicket = async (scope: Scope, id: number, key: Key) =>
  contextOf(await scope.db.first(byTicket, { id, ...key }))

/** Returns the live ticket of a number on a connection, else its most recently updated closed one, or undefined. */
export const readTicketOfNumber = async (scope: Scope, chat: { number: string; whatsappId: number }, key: Key) =>
  contextOf(await scope.db.first(byNumber, { ...chat, ...key }))

function contextOf(row: (typeof byTicket)['row']): TicketAndRequest | undefined {
  if (!row) return undefined
  const { earlierMessageId, attendanceId, firstResponseAt, ...ticket } = row
  return {
    ticket,
    isRepeat: earlierMessageId !== null,
    awaitsResponse: attendanceId !== null && firstResponseAt === null,
  }
}
