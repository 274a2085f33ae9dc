import type { Scope } from '../../../core/scope'
import { eraseNumberAliases } from '../contacts/number-aliases'
import { publishContactList } from './service'

/**
 * Removes an erased person from all lists, from the rows that imports refused, and from WhatsApp's stored answers.
 * `numbers` are canonical. Call within the transaction of the erasure.
 */
export async function eraseListItems(scope: Scope, numbers: string[]) {
  if (numbers.length === 0) return
  const { db } = scope
  const deletedItems = await db
    .delete('contact_list_items')
    .where('number', 'in', numbers)
    .returning(['id', 'contactListId'])
    .execute()
  await db.delete('contact_import_errors').where('number', 'in', numbers).execute()
  await db.delete('whatsapp_addresses').where('number', 'in', numbers).execute()
  await eraseNumberAliases(scope, numbers)
  for (const { id: contactListItemId, contactListId } of deletedItems) {
    scope.publish('contactListItem', { action: 'delete', contactListItemId, contactListId })
    await publishContactList(scope, contactListId).catch(() => undefined) // the list itself is being deleted
  }
}
