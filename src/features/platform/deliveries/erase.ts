import type { Scope } from '../../../core/scope'
import { inList, listOf } from '../../../core/storage/expressions'

/** Deletes the deliveries that tell of a contact, sent or not. A running request is not stopped. */
export const deleteDeliveriesOfContact = (scope: Scope, contactId: number) =>
  scope.db.delete('deliveries').where('contactId', '=', contactId).execute()

/** Deletes the deliveries that tell of these messages of a group. */
export async function deleteDeliveriesOfMessages(scope: Scope, messageIds: number[]) {
  const ids = inList(listOf(messageIds))
  const groups = scope.db.select('messages').select('contactId').where('id', 'in', ids)
  await scope.db.delete('deliveries').where('contactId', 'in', groups).where('messageId', 'in', ids).execute()
}

/** Deletes everything sent and to be sent to a receiver. */
export async function deleteDeliveriesTo(scope: Scope, source: 'webhook' | 'integration', sourceId: number) {
  for (const table of ['deliveries', 'delivery_receivers'] as const)
    await scope.db.delete(table).where('source', '=', source).where('sourceId', '=', sourceId).execute()
}
