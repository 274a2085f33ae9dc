import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { seesTicket } from '../../../shared/permissions'
import type { Ticket } from './model'
import { findTicketRows, getTicket, getTicketRow, toTicket } from './read'

interface Pin {
  userId: number
  ticketId: number
}

const insertPin = hot<Pin>()((db, p) =>
  db
    .insert('ticket_pins', { userId: p('userId'), ticketId: p('ticketId') })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ticketId'),
)
const deletePin = hot<Pin>()((db, p) =>
  db
    .delete('ticket_pins')
    .where('userId', '=', p('userId'))
    .where('ticketId', '=', p('ticketId'))
    .returning('ticketId'),
)
/** Starts at the user's few pins and looks up their tickets; does not scan the open tickets. */
const openPins = hot<{ userId: number; limit: number }>()((db, p) =>
  db
    .select('ticket_pins')
    .crossJoin('tickets')
    .whereRef('tickets.id', '=', 'ticket_pins.ticketId')
    .where('ticket_pins.userId', '=', p('userId'))
    .where('tickets.status', '=', 'open')
    .select('tickets.id')
    .limit(p('limit')),
)
const pinnersOf = hot<{ ticketId: number }>()((db, p) =>
  db.select('ticket_pins').select('userId').where('ticketId', '=', p('ticketId')),
)

/** Higher than the limit of pins: a closed ticket keeps its pin and is pinned again when reopened. */
const maxRead = 10 * limits.pins

/** Returns the open tickets that the acting user pinned and sees, in any queue. */
export async function pinnedTickets(scope: Scope): Promise<Ticket[]> {
  const ids = await openPinsOf(scope, maxRead)
  if (ids.length === 0) return []
  const rows = await findTicketRows(scope, ids)
  return rows.filter((row) => seesTicket(scope.viewer, row)).map((row) => toTicket(scope, row))
}

const openPinsOf = async (scope: Scope, limit: number) =>
  (await scope.db.run(openPins, { userId: scope.viewer.userId, limit })).map(({ id }) => id)

/**
 * Pins a ticket for the acting user; only their own browsers receive the event.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_STATE, ERR_TOO_MANY_PINS
 */
export function pinTicket(outer: Scope, ticketId: number): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const ticket = await getTicket(scope, ticketId)
    if (ticket.status !== 'open') throw new AppError('ERR_TICKET_STATE', { status: ticket.status })
    const pins = await openPinsOf(scope, maxRead)
    if (pins.includes(ticketId)) return ticket
    if (pins.length >= limits.pins) throw new AppError('ERR_TOO_MANY_PINS', { limit: limits.pins })
    const { userId } = scope.viewer
    await scope.db.run(insertPin, { userId, ticketId })
    scope.publish('ticketPin', { action: 'update', userId, ticket, pinned: true })
    return ticket
  })
}

/** Removes the acting user's pin. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
export function unpinTicket(outer: Scope, ticketId: number): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const ticket = await getTicket(scope, ticketId)
    const { userId } = scope.viewer
    const was = await scope.db.first(deletePin, { userId, ticketId })
    if (was) scope.publish('ticketPin', { action: 'update', userId, ticket, pinned: false })
    return ticket
  })
}

/** Returns the ids of the users who pinned a ticket. */
export const pinnedBy = async (scope: Scope, ticketId: number): Promise<number[]> =>
  (await scope.db.run(pinnersOf, { ticketId })).map(({ userId }) => userId)

/** Moves pins when two tickets are merged: users who pinned `drop` have pinned `keep`. */
export async function mergePins(scope: Scope, tickets: { keep: number; drop: number }) {
  for (const userId of await pinnedBy(scope, tickets.drop)) {
    if (!(await scope.db.first(insertPin, { userId, ticketId: tickets.keep }))) continue
    const ticket = toTicket(scope, await getTicketRow(scope, tickets.keep))
    scope.publish('ticketPin', { action: 'update', userId, ticket, pinned: true })
  }
}

/** Removes the pins of the given users after an unmerge, because they had pinned only the other ticket. */
export async function removePins(scope: Scope, ticketId: number, userIds: number[]) {
  for (const userId of userIds) {
    if (!(await scope.db.first(deletePin, { userId, ticketId }))) continue
    const ticket = toTicket(scope, await getTicketRow(scope, ticketId))
    scope.publish('ticketPin', { action: 'update', userId, ticket, pinned: false })
  }
}
