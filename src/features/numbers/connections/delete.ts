import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { caughtUp } from '../../../whatsapp/backlog'
import { opening } from '../../../whatsapp/open-connection'
import { detachPhrases } from '../../automation/flows/phrases/service'
import { setAck } from '../../inbox/messages/acks'
import { recordAuditEntry } from '../../platform/audit/record'
import { auditFields, connectionRef, getConnection, listConnections, makeDefault, publishConnection } from './service'

/** Rows changed per transaction while a connection is detached from its history, so that other writers wait briefly. */
const batchSize = 1000

/**
 * Unlinks the phone and deletes the connection. Closed tickets stay without a connection; unsent messages fail. The
 * oldest other connection becomes the default.
 * @throws ERR_NO_WAPP_FOUND, ERR_WAPP_IN_USE while it has pending or open tickets
 */
export async function deleteConnection(scope: Scope, id: number) {
  await getConnection(scope, id)
  await refuseInUse(scope, id)
  await scope.ports.whatsapp.logout(connectionRef(scope, id))
  for (const detach of [detachMessages, detachTickets])
    while (await scope.transaction((scope) => detach(scope, id))) await Bun.sleep(0)
  await scope.transaction(async (scope) => {
    await refuseInUse(scope, id)
    while (await detachMessages(scope, id));
    const before = await getConnection(scope, id)
    await detachPhrases(scope, id)
    await scope.call('connectionDeleting', id)
    await scope.db.update('users').set({ whatsappId: null }).where('whatsappId', '=', id).execute()
    await scope.db.delete('connections').where('id', '=', id).execute()
    const nextDefault = (await listConnections(scope))[0]
    if (before.isDefault && nextDefault) {
      await makeDefault(scope, nextDefault.id)
      await publishConnection(scope, nextDefault.id)
    }
    await recordAuditEntry(scope, {
      action: 'delete',
      entity: 'connection',
      entityId: id,
      name: before.name,
      before: auditFields(before),
    })
    scope.publish('whatsapp', { action: 'delete', whatsappId: id })
  })
  for (const event of [opening(id), caughtUp(id)]) await scope.ports.releaseJobs(event) // they find no connection and end
  return { id }
}

/** Names of waiting contacts in the error, at most. */
const maxNamedContacts = 5

async function refuseInUse(scope: Scope, id: number) {
  const tickets = await scope.db
    .select('tickets')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .select('contacts.name')
    .where('tickets.whatsappId', '=', id)
    .where('tickets.status', 'in', ['pending', 'open'])
    .orderBy('tickets.id')
    .execute()
  if (tickets.length === 0) return
  throw new AppError('ERR_WAPP_IN_USE', {
    contacts: tickets.slice(0, maxNamedContacts).map(({ name }) => name),
    tickets: tickets.length,
  })
}

/** Detaches one batch of messages and fails unsent ones; returns true while more may remain. */
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

/** Detaches one batch of tickets; returns true while more may remain. */
async function detachTickets(scope: Scope, id: number): Promise<boolean> {
  const rows = await scope.db.select('tickets').select('id').where('whatsappId', '=', id).limit(batchSize).execute()
  for (const row of rows) await scope.db.update('tickets').set({ whatsappId: null }).where('id', '=', row.id).execute()
  return rows.length === batchSize
}
