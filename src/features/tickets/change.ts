import type { Updateable } from 'kysely'
import type { Scope } from '../../core/scope'
import type { Database } from '../../core/storage/schema'
import { hot } from '../../core/storage/tenant'
import type { TicketEvent, TicketStatus } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { changesTicket, seesTicket } from '../../shared/permissions'
import { isEnabled } from '../settings/service'
import { recordEvent } from './events'
import { findLiveTicket } from './find'
import type { Ticket, TicketPatch } from './model'
import { getTicketRow, type TicketRow, toTicket } from './read'

/**
 * PUT /tickets/:id: the fields asked for name the verb (specification §4); absent fields stay as they are. Open and mine
 * is an accept, also into a queue; a holder without a status is a transfer, also to oneself.
 */
export function changeTicket(outer: Scope, id: number, patch: TicketPatch): Promise<Ticket> {
  return outer.transaction((scope) => {
    const { status, userId, queueId, whatsappId } = patch
    const isMine = status === 'open' && (userId == null || userId === scope.viewer.userId)
    if (status === 'closed') return closeTicket(scope, id)
    if (isMine && whatsappId === undefined) return takeTicket(scope, id, queueId)
    if (queueId != null || whatsappId !== undefined || userId != null) return transferTicket(scope, id, patch)
    if (status === 'pending') return returnTicket(scope, id)
    throw new AppError('ERR_VALIDATION', { fields: ['status'] })
  })
}

/** The same request accepts what waits and reopens what is closed. */
const takeTicket = async (scope: Scope, id: number, queueId: number | null | undefined) =>
  (await getTicketRow(scope, id)).status === 'closed'
    ? reopenTicket(scope, id, queueId)
    : acceptTicket(scope, id, queueId)

/** pending → open, mine. Mine already: nothing happens. @throws ERR_TICKET_ALREADY_ACCEPTED with who was quicker */
export const acceptTicket = (scope: Scope, id: number, queueId?: number | null) =>
  move(scope, id, 'accepted', ['pending', 'open'], async (was, scope) => {
    const { userId } = scope.viewer
    if (was.status === 'pending') return { ...(await intoQueue(scope, queueId)), status: 'open', userId, chatbot: 0 }
    if (was.userId === userId) return null
    const user = { id: was.userId, name: was.userName }
    throw new AppError('ERR_TICKET_ALREADY_ACCEPTED', { ticketId: id, user })
  })

/** Whoever takes a ticket may say for which queue, one they could be given it in. */
async function intoQueue(scope: Scope, queueId: number | null | undefined): Promise<Change> {
  if (queueId == null) return {}
  await known(scope, { queueId })
  const { profile, queueIds } = scope.viewer
  if (profile !== 'admin' && !queueIds.includes(queueId)) throw new AppError('ERR_VALIDATION', { fields: ['queueId'] })
  return { queueId }
}

/** open → pending, nobody's; the queue stays. */
export const returnTicket = (scope: Scope, id: number) =>
  move(scope, id, 'returned', ['open', 'pending'], (was) =>
    was.status === 'pending' ? null : { status: 'pending', userId: null },
  )

/** open or pending → closed; user and queue stay as history. Whom somebody attended is told goodbye, groups are not. */
export const closeTicket = (scope: Scope, id: number) =>
  move(scope, id, 'closed', ['open', 'pending', 'closed'], async (was, scope) => {
    if (was.status === 'closed') return null
    const { userId } = scope.viewer
    if (was.status === 'open' && was.isGroup === 0) await scope.enqueue('ticket.farewell', { ticketId: id })
    const closedAt = new Date().toISOString()
    return { status: 'closed', closedAt, closedBy: userId, closeReason: 'agent', chatbot: 0, unreadMessages: 0 }
  })

/** closed → open, mine. @throws ERR_OTHER_OPEN_TICKET when the contact has another one on this connection */
export const reopenTicket = (scope: Scope, id: number, queueId?: number | null) =>
  move(scope, id, 'reopened', ['closed'], async (was, scope) => {
    await refuseSecond(scope, was, was.whatsappId)
    const { userId } = scope.viewer
    const ends = { closedAt: null, closedBy: null, closeReason: null }
    return { ...(await intoQueue(scope, queueId)), status: 'open', userId, ...ends }
  })

/** To a queue (pending, nobody's), to a user (open, theirs), to another connection, or several of these at once. */
export const transferTicket = (scope: Scope, id: number, patch: TicketPatch) =>
  move(scope, id, 'transferred', ['open', 'pending'], async (was, scope) => {
    const { userId, whatsappId } = patch
    const queueId = patch.queueId === undefined ? was.queueId : patch.queueId
    await known(scope, { queueId: patch.queueId, userId, whatsappId })
    if (whatsappId !== undefined && whatsappId !== was.whatsappId) await refuseSecond(scope, was, whatsappId)
    const connection = whatsappId === undefined ? {} : { whatsappId }
    if (userId != null) {
      await refuseStranger(scope, userId, queueId)
      return { ...connection, queueId, userId, status: 'open', chatbot: 0 }
    }
    // Only the connection changes hands: whoever has the ticket keeps it.
    if (patch.queueId == null) return connection
    return { ...connection, queueId, userId: null, status: 'pending' }
  })

type Change = Updateable<Database['tickets']>
type Decide = (was: TicketRow, scope: Scope) => Change | null | Promise<Change | null>

/**
 * Every change of state by a person passes here: checked against where it came from, stored, written into the history,
 * and told exactly once. One writer makes the check hold until the change is stored. `null` changes nothing.
 * @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_TICKET_STATE, and what `decide` throws
 */
function move(outer: Scope, id: number, kind: TicketEvent, from: TicketStatus[], decide: Decide): Promise<Ticket> {
  return outer.transaction(async (scope) => {
    const was = await getTicketRow(scope, id)
    if (!seesTicket(scope.viewer, was)) throw new AppError('ERR_NO_PERMISSION')
    if (!from.includes(was.status)) throw new AppError('ERR_TICKET_STATE', { status: was.status })
    // Who comes second to accept shall hear who was first, not that it is forbidden.
    if (kind !== 'accepted' && !changesTicket(scope.viewer, was)) throw new AppError('ERR_NO_PERMISSION')
    const change = await decide(was, scope)
    if (!change) return toTicket(scope, was)
    const updatedAt = new Date().toISOString()
    await scope.db
      .update('tickets')
      .set({ ...change, updatedAt } as never)
      .where('id', '=', id)
      .execute()
    const row = await getTicketRow(scope, id)
    const eventId = await recordEvent(scope, { kind, before: was, after: row })
    await announce(scope, kind, { was, row, eventId })
    const ticket = toTicket(scope, row)
    scope.publish('ticket', { action: 'update', ticket, was: toTicket(scope, was) })
    return ticket
  })
}

/** Has the customer told of what concerns them, if the company wants that; groups are not. */
async function announce(scope: Scope, kind: TicketEvent, moved: { was: TicketRow; row: TicketRow; eventId: number }) {
  const { was, row, eventId } = moved
  const isWanted =
    (kind === 'accepted' && (await isEnabled(scope.db, 'sendGreetingAccepted'))) ||
    (kind === 'transferred' &&
      (row.queueId !== was.queueId || (row.userId !== null && row.userId !== was.userId)) &&
      (await isEnabled(scope.db, 'sendMsgTransfTicket')))
  if (isWanted && row.isGroup === 0) await scope.enqueue('ticket.announce', { eventId })
}

const queueExists = hot<{ id: number }>()((db, p) => db.select('queues').select('id').where('id', '=', p('id')))
const connectionExists = hot<{ id: number }>()((db, p) =>
  db.select('connections').select('id').where('id', '=', p('id')),
)
const userById = hot<{ id: number }>()((db, p) => db.select('users').select('profile').where('id', '=', p('id')))
const isMember = hot<{ userId: number; queueId: number }>()((db, p) =>
  db.select('user_queues').select('userId').where('userId', '=', p('userId')).where('queueId', '=', p('queueId')),
)

/** Every id of a request belongs to the company; another company's looks like one that does not exist. */
export async function known(
  scope: Scope,
  ids: { queueId?: number | null; userId?: number | null; whatsappId?: number | null },
) {
  if (ids.queueId != null && !(await scope.db.first(queueExists, { id: ids.queueId })))
    throw new AppError('ERR_NO_QUEUE_FOUND')
  if (ids.userId != null && !(await scope.db.first(userById, { id: ids.userId })))
    throw new AppError('ERR_NO_USER_FOUND')
  if (ids.whatsappId != null && !(await scope.db.first(connectionExists, { id: ids.whatsappId })))
    throw new AppError('ERR_NO_WAPP_FOUND')
}

/** Whoever gets a ticket must be able to see its queue: a member, or an admin. */
async function refuseStranger(scope: Scope, userId: number, queueId: number | null) {
  if (queueId === null || (await scope.db.first(userById, { id: userId }))?.profile === 'admin') return
  if (!(await scope.db.first(isMember, { userId, queueId })))
    throw new AppError('ERR_VALIDATION', { fields: ['userId'] })
}

/** @throws ERR_OTHER_OPEN_TICKET with whose it is */
export async function refuseSecond(
  scope: Scope,
  { id, contactId }: { id: number | null; contactId: number },
  whatsappId: number | null,
) {
  const other = whatsappId === null ? undefined : await findLiveTicket(scope, { contactId, whatsappId })
  if (!other || other.id === id) return
  const { uuid, user, queue } = toTicket(scope, other)
  throw new AppError('ERR_OTHER_OPEN_TICKET', { ticket: { id: other.id, uuid, user, queue } })
}
