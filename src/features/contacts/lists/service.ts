import type { Scope } from '../../../core/scope'
import { foldText } from '../../../shared/text'
import { recordAuditEntry } from '../../platform/audit/record'
import type { ContactList, ContactListInput } from './model'
import { getContactList } from './read'

const columnsOf = ({ name: typed }: ContactListInput) => {
  const name = typed.trim()
  return { name, searchText: foldText(name) }
}

/** Creates an empty list; names need not be unique. */
export function createContactList(outer: Scope, input: ContactListInput): Promise<ContactList> {
  return outer.transaction(async (scope) => {
    const row = { ...columnsOf(input), deletedAt: null }
    const { id } = await scope.db.insert('contact_lists', row).returning('id').executeTakeFirstOrThrow()
    const contactList = await getContactList(scope, id)
    const { name } = contactList
    await recordAuditEntry(scope, { action: 'create', entity: 'contactList', entityId: id, name, after: { name } })
    scope.publish('contactList', { action: 'create', contactList })
    return contactList
  })
}

/** Renames a list. @throws ERR_NO_CONTACT_LIST_FOUND */
export function updateContactList(outer: Scope, id: number, input: ContactListInput): Promise<ContactList> {
  return outer.transaction(async (scope) => {
    const before = await getContactList(scope, id)
    const change = { ...columnsOf(input), updatedAt: new Date().toISOString() }
    await scope.db.update('contact_lists').set(change).where('id', '=', id).execute()
    const { name } = change
    await recordAuditEntry(scope, {
      ...{ action: 'update', entity: 'contactList', entityId: id, name },
      ...{ before: { name: before.name }, after: { name } },
    })
    return publishContactList(scope, id)
  })
}

/** Publishes the current state of a list, as it is at the end of the transaction; returns it. */
export async function publishContactList(scope: Scope, id: number): Promise<ContactList> {
  const contactList = await getContactList(scope, id)
  scope.publish('contactList', { action: 'update', contactList })
  return contactList
}
