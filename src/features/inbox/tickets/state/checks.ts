import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { AppError } from '../../../../shared/errors'
import { findLiveTicket } from '../find'
import { toTicket } from '../read'

const queueExists = hot<{ id: number }>()((db, p) => db.select('queues').select('id').where('id', '=', p('id')))
const connectionExists = hot<{ id: number }>()((db, p) =>
  db.select('connections').select('id').where('id', '=', p('id')),
)
const userById = hot<{ id: number }>()((db, p) => db.select('users').select('profile').where('id', '=', p('id')))
const isMember = hot<{ userId: number; queueId: number }>()((db, p) =>
  db.select('user_queues').select('userId').where('userId', '=', p('userId')).where('queueId', '=', p('queueId')),
)

/**
 * Checks that every given id exists in the company; another company's id is treated as missing.
 * @throws ERR_NO_QUEUE_FOUND, ERR_NO_USER_FOUND, ERR_NO_WAPP_FOUND
 */
export async function assertIdsExist(
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

/** Checks that the user who receives a ticket sees its queue: a member of it, or an admin. @throws ERR_VALIDATION */
export async function assertSeesQueue(scope: Scope, userId: number, queueId: number | null) {
  if (queueId === null || (await scope.db.first(userById, { id: userId }))?.profile === 'admin') return
  if (!(await scope.db.first(isMember, { userId, queueId })))
    throw new AppError('ERR_VALIDATION', { fields: ['userId'] })
}

/**
 * Checks that the contact has no other live ticket on the connection. @throws ERR_OTHER_OPEN_TICKET with that ticket,
 * its user and queue
 */
export async function assertNoOtherTicket(
  scope: Scope,
  { id, contactId }: { id: number | null; contactId: number },
  whatsappId: number | null,
) {
  const other = whatsappId === null ? undefined : await findLiveTicket(scope, { contactId, whatsappId })
  if (!other || other.id === id) return
  const { uuid, user, queue } = toTicket(scope, other)
  throw new AppError('ERR_OTHER_OPEN_TICKET', { ticket: { id: other.id, uuid, user, queue } })
}
