import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { momentIn } from '../../../../core/time'
import { AppError } from '../../../../shared/errors'
import { changesTicket } from '../../../../shared/permissions'
import { timeZoneOf } from '../../../platform/company/time-zone'
import type { Ticket } from '../model'
import { findTicketRow, getTicketRow, type TicketRow, toTicket } from '../read'

const setSnooze = hot<{ id: number; until: string | null }>()((db, p) =>
  db
    .update('tickets')
    .set({ snoozedUntil: p('until') })
    .where('id', '=', p('id')),
)
/** Puts the ticket at the top of the list, unread. */
const wake = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('tickets')
    .set(({ fn, lit }) => ({
      snoozedUntil: null,
      unreadMessages: fn<number>('max', ['unreadMessages', lit(1)]),
      updatedAt: p('now'),
    }))
    .where('id', '=', p('id')),
)

/**
 * Snoozes an open ticket until a local time of the company. The ticket returns to the top of the list at that time,
 * with the customer's next message, or when it misses a target. @throws ERR_SNOOZE_PAST, ERR_TICKET_NOT_OPEN,
 * ERR_NO_PERMISSION
 */
export function snoozeTicket(outer: Scope, id: number, local: string): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const row = await getSnoozable(scope, id)
    const until = await momentOf(scope, local)
    if (until <= new Date().toISOString()) throw new AppError('ERR_SNOOZE_PAST')
    await scope.enqueue('ticket.wake', { ticketId: id }, { runAt: new Date(until), key: String(id) })
    return storeSnooze(scope, row, until)
  })
}

/** Ends the snooze of a ticket; unchanged without one. @throws as `snoozeTicket` */
export function unsnoozeTicket(outer: Scope, id: number): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const row = await getSnoozable(scope, id)
    if (row.snoozedUntil === null) return toTicket(scope, row)
    await scope.cancelJob('ticket.wake', String(id))
    return storeSnooze(scope, row, null)
  })
}

/** Ends a snooze because of a customer's message or a change of state. The caller publishes the ticket. */
export async function endSnooze(scope: Scope, row: TicketRow) {
  if (row.snoozedUntil === null) return
  await scope.db.run(setSnooze, { id: row.id, until: null })
  await scope.cancelJob('ticket.wake', String(row.id))
  row.snoozedUntil = null
}

/** Job at the end of a snooze; changes nothing when the snooze has ended or was prolonged. */
export const wakeTicket: JobHandler<{ ticketId: number }> = {
  attempts: 5,
  run: (scope, { ticketId }) =>
    scope.transaction(async (scope) => {
      const row = await findTicketRow(scope, ticketId)
      if (row?.snoozedUntil && row.snoozedUntil <= new Date().toISOString()) await returnToTop(scope, ticketId)
    }),
}

/** Ends a snooze whose ticket misses a target; the ticket returns to the top of the list (docs/adr/0086). */
export async function endSnoozeOfLate(scope: Scope, ticketId: number) {
  const row = await getTicketRow(scope, ticketId)
  if (row.snoozedUntil === null) return
  await scope.cancelJob('ticket.wake', String(ticketId))
  await returnToTop(scope, ticketId)
}

async function returnToTop(scope: Scope, ticketId: number) {
  await scope.db.run(wake, { id: ticketId, now: new Date().toISOString() })
  await publishTicket(scope, ticketId)
}

async function getSnoozable(scope: Scope, id: number): Promise<TicketRow> {
  const row = await getTicketRow(scope, id)
  if (!changesTicket(scope.viewer, row)) throw new AppError('ERR_NO_PERMISSION')
  if (row.status !== 'open') throw new AppError('ERR_TICKET_NOT_OPEN')
  return row
}

async function storeSnooze(scope: Scope, { id }: TicketRow, until: string | null): Promise<Ticket> {
  await scope.db.run(setSnooze, { id, until })
  return publishTicket(scope, id)
}

async function publishTicket(scope: Scope, id: number): Promise<Ticket> {
  const ticket = toTicket(scope, await getTicketRow(scope, id))
  scope.publish('ticket', { action: 'update', ticket })
  return ticket
}

async function momentOf(scope: Scope, local: string): Promise<string> {
  try {
    return momentIn(await timeZoneOf(scope), local)
  } catch {
    throw new AppError('ERR_VALIDATION', { fields: ['until'] })
  }
}
