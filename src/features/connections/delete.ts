import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { opening } from '../../whatsapp/open-connection'
import { audit } from '../audit/record'
import { setAck } from '../messages/acks'
import { auditFields, connectionRef, getConnection, listConnections, makeDefault, publishConnection } from './service'

/** Rows changed at once while a connection is taken out of its history: short enough not to keep others waiting. */
const batchSize = 1000

/**
 * Unlinks the phone and removes the connection; closed tickets stay, without it, and what still waited to leave has
 * failed. The oldest other one becomes the default. @throws ERR_WAPP_IN_USE while customers wait or are attended on it
 */
export async function deleteConnection(scope: Scope, id: number) {
  await getConnection(scope, id)
  await refuseInUse(scope, id)
  await scope.ports.whatsapp.logout(connectionRef(scope, id))
  for (const forget of [detachMessages, detachTickets])
    while (await scope.transaction((scope) => forget(scope, id))) await Bun.sleep(0)
  await scope.transaction(async (scope) => {
    await refuseInUse(scope, id)
    while (await detachMessages(scope, id));
    const before = await getConnection(scope, id)
    await scope.db.update('users').set({ whatsappId: null }).where('whatsappId', '=', id).execute()
    await scope.db.delete('connections').where('id', '=', id).execute()
    const heir = (await listConnections(scope))[0]
    if (before.isDefault && heir) {
      await makeDefault(scope, heir.id)
      await publishConnection(scope, heir.id)
    }
    await audit(scope, {
      action: 'delete',
      entity: 'connection',
      entityId: id,
      name: before.name,
      before: auditFields(before),
    })
    scope.publish('whatsapp', { action: 'delete', whatsappId: id })
  })
  await scope.ports.releaseJobs(opening(id)) // they find nothing to do any more, and end
  return { id }
}

/** Named are some of those who would be left without an answer. */
const maxNamedContacts = 5

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
    contacts: live.slice(0, maxNamedContacts).map(({ name }) => name),
    tickets: live.length,
  })
}

/** True while there may be more. */
async function detachMessages(scope: Scope, id: number): Promise<boolean> {
  const some = scope.db.select('messages').select(['id', 'waId', 'fromMe', 'ack'])
  const rows = await some.where('whatsappId', '=', id).limit(batchSize).execute()
  for (const row of rows) {
    if (row.fromMe === 1 && row.ack === 0)
      await setAck(scope, id, { waId: row.waId, ack: -1, error: 'ERR_NO_WAPP_FOUND' })
    await scope.db.update('messages').set({ whatsappId: null }).where('id', '=', row.id).execute()
  }
  return rows.length === batchSize
}

/** True while there may be more. */
async function detachTickets(scope: Scope, id: number): Promise<boolean> {
  const rows = await scope.db.select('tickets').select('id').where('whatsappId', '=', id).limit(batchSize).execute()
  for (const row of rows) await scope.db.update('tickets').set({ whatsappId: null }).where('id', '=', row.id).execute()
  return rows.length === batchSize
}
