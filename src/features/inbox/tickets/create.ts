import type { Scope, Viewer } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import type { NewTicket, Ticket } from './model'
import { getTicketRow, toTicket } from './read'
import { beginTicket } from './state/begin'
import { assertIdsExist, assertNoOtherTicket, assertSeesQueue } from './state/checks'

const contactOf = hot<{ id: number }>()((db, p) => db.select('contacts').select('isGroup').where('id', '=', p('id')))
const ownConnection = hot<{ id: number }>()((db, p) =>
  db
    .select('users')
    .innerJoin('connections', 'connections.id', 'users.whatsappId')
    .select('connections.id')
    .where('users.id', '=', p('id')),
)
const usableConnections = hot<{}>()((db) =>
  db.select('connections').select(['id', 'isDefault', 'status']).orderBy('isDefault', 'desc').orderBy('id'),
)

/**
 * Creates an open ticket held by the user given, else by the acting one, or a pending ticket; on the connection given,
 * else on the user's own, else on the default one, else on any connected one.
 * @throws ERR_OTHER_OPEN_TICKET with that ticket, its user and queue, ERR_NO_DEF_WAPP_FOUND, ERR_VALIDATION without a
 *   queue (only admins may) or for a holder who does not see the queue, ERR_NO_PERMISSION for a queue the user is not a
 *   member of
 */
export function createTicket(outer: Scope, input: NewTicket): Promise<Ticket> {
  const { contactId, queueId = null, whatsappId } = input
  return outer.transaction(async (scope) => {
    const contact = await scope.db.first(contactOf, { id: contactId })
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    await assertIdsExist(scope, { queueId, whatsappId })
    assertQueueAllowed(scope.viewer, queueId)
    const connection = whatsappId ?? (await connectionFor(scope))
    await assertNoOtherTicket(scope, { id: null, contactId }, connection)
    const isGroup = contact.isGroup === 1
    const values = { contactId, whatsappId: connection, queueId, isGroup }
    const row = await beginTicket(scope, { ...values, ...(await holderOf(scope, input)) })
    const ticket = toTicket(scope, row)
    scope.publish('ticket', { action: 'update', ticket })
    return ticket
  })
}

/** Returns holder and status. A queue or a colleague gets the ticket as by a transfer. @throws ERR_VALIDATION */
async function holderOf(scope: Scope, { status = 'open', userId, queueId = null }: NewTicket) {
  if (status === 'pending') {
    if (userId != null) throw new AppError('ERR_VALIDATION', { fields: ['userId'] })
    return { status, userId: null }
  }
  if (userId == null || userId === scope.viewer.userId) return { status, userId: scope.viewer.userId }
  await assertIdsExist(scope, { userId })
  await assertSeesQueue(scope, userId, queueId)
  return { status, userId }
}

/** Checks the queue: only admins may omit it, or choose one they are not a member of. */
function assertQueueAllowed({ profile, queueIds }: Viewer, queueId: number | null) {
  if (profile === 'admin') return
  if (queueId === null && queueIds.length > 0) throw new AppError('ERR_VALIDATION', { fields: ['queueId'] })
  if (queueId !== null && !queueIds.includes(queueId)) throw new AppError('ERR_NO_PERMISSION')
}

async function connectionFor(scope: Scope): Promise<number> {
  const all = await scope.db.run(usableConnections, {})
  const own = await scope.db.first(ownConnection, { id: scope.viewer.userId })
  const chosen = own ?? all.find(({ isDefault }) => isDefault === 1) ?? all.find(({ status }) => status === 'CONNECTED')
  if (!chosen) throw new AppError('ERR_NO_DEF_WAPP_FOUND')
  return chosen.id
}

const removeTicket = hot<{ id: number }>()((db, p) => db.delete('tickets').where('id', '=', p('id')))

/**
 * Deletes a ticket and its messages; the route requires an admin. Housekeeping deletes files without an owner daily.
 */
export function deleteTicket(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const was = toTicket(scope, await getTicketRow(scope, id))
    await scope.db.run(removeTicket, { id })
    scope.publish('ticket', { action: 'delete', ticketId: id, was })
    return { id }
  })
}
