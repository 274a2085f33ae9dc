import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { audit } from '../audit/record'
import { auditable, getConnection, listConnections, makeDefault, refOf, tell } from './service'

/** Rows changed at once while a connection is taken out of its history: short enough not to keep others waiting. */
const stride = 1000

/**
 * Unlinks the phone and removes the connection; closed tickets stay, without it. The oldest other one becomes the
 * default. @throws ERR_WAPP_IN_USE while customers wait or are attended on it
 */
export async function deleteConnection(scope: Scope, id: number) {
  await getConnection(scope, id)
  await refuseInUse(scope, id)
  await scope.ports.whatsapp.logout(refOf(scope, id))
  for (const table of ['messages', 'tickets'] as const) while (await forget(scope, table, id)) await Bun.sleep(0)
  await scope.transaction(async (scope) => {
    await refuseInUse(scope, id)
    while (await forgetHere(scope, 'messages', id));
    const before = await getConnection(scope, id)
    await scope.db.update('users').set({ whatsappId: null }).where('whatsappId', '=', id).execute()
    await scope.db.delete('connections').where('id', '=', id).execute()
    const heir = (await listConnections(scope))[0]
    if (before.isDefault && heir) {
      await makeDefault(scope, heir.id)
      await tell(scope, heir.id)
    }
    audit(scope, { action: 'delete', entity: 'connection', entityId: id, name: before.name, before: auditable(before) })
    scope.publish('whatsapp', { action: 'delete', whatsappId: id })
  })
  return { id }
}

/** Named are some of those who would be left without an answer. */
const named = 5

async function refuseInUse(scope: Scope, id: number) {
  const live = await scope.db
    .select('tickets')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .select('contacts.name')
    .where('tickets.whatsappId', '=', id)
    .where('tickets.status', 'in', ['pending', 'open'])
    .orderBy('tickets.id')
    .execute()
  if (live.length === 0) return
  throw new AppError('ERR_WAPP_IN_USE', {
    contacts: live.slice(0, named).map(({ name }) => name),
    tickets: live.length,
  })
}

const forget = (scope: Scope, table: 'messages' | 'tickets', id: number) =>
  scope.transaction((scope) => forgetHere(scope, table, id))

/** True while there may be more. */
async function forgetHere(scope: Scope, table: 'messages' | 'tickets', id: number): Promise<boolean> {
  const some = scope.db.select(table).select('id').where('whatsappId', '=', id).limit(stride)
  const rows = await some.execute()
  for (const row of rows) await scope.db.update(table).set({ whatsappId: null }).where('id', '=', row.id).execute()
  return rows.length === stride
}
