import type { Scope } from '../../../core/scope'
import { leaveChats } from '../../inbox/chats/service'
import { leaveReports } from '../../inbox/reports/service'
import { returnTicket } from '../../inbox/tickets/state/change'
import { recordAuditEntry } from '../../platform/audit/record'
import { getUser } from './read'
import { assertNotLastAdmin, auditFields, getEditableUser } from './service'
import { assertNotLastSuper } from './super'

/**
 * Deletes a user: their open tickets become pending, their own quick messages and private reports are deleted, all other
 * records stay.
 * @throws ERR_NO_USER_FOUND, ERR_NO_PERMISSION, ERR_LAST_ADMIN, ERR_LAST_SUPER
 */
export function deleteUser(outer: Scope, id: number): Promise<{ id: number }> {
  return outer.transaction(async (scope) => {
    await getEditableUser(scope, id)
    await assertNotLastAdmin(scope, id)
    await assertNotLastSuper(scope, id)
    const user = await getUser(scope, id)
    await leaveChats(scope, id)
    await leaveReports(scope, id)
    await returnTickets(scope, id)
    await scope.db.delete('quick_messages').where('userId', '=', id).where('geral', '=', 0).execute()
    for (const table of ['quick_messages', 'schedules', 'tags'] as const)
      await scope.db.update(table).set({ userId: null }).where('userId', '=', id).execute()
    await scope.db.delete('users').where('id', '=', id).execute()
    await recordAuditEntry(scope, {
      action: 'delete',
      entity: 'user',
      entityId: id,
      name: user.name,
      before: auditFields(user),
    })
    scope.publish('user', { action: 'delete', userId: id })
    scope.rightsChanged(id)
    return { id }
  })
}

/** Returns open tickets to pending, each with its event; closed ones keep their history. */
async function returnTickets(scope: Scope, userId: number) {
  const open = await scope.db
    .select('tickets')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'open')
    .execute()
  for (const { id } of open) await returnTicket(scope, id)
  await scope.db.update('tickets').set({ userId: null }).where('userId', '=', userId).execute()
}
