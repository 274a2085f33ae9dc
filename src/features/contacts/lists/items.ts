import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import { typedNumber } from '../contacts/typed-number'
import type { ContactListItem, ContactListItemInput, ContactListItemPatch } from './model'
import { getContactList } from './read'
import { getItem } from './read-items'
import { publishContactList } from './service'

const notChecked = { validity: 'unknown', waJid: null, checkedAt: null } as const

/**
 * Adds a person to a list; the number is checked on WhatsApp later. @throws ERR_NO_CONTACT_LIST_FOUND,
 * ERR_WAPP_INVALID_CONTACT, ERR_CONTACT_LIST_ITEM_EXISTS with the name of the person who has the number,
 * ERR_CONTACT_LIST_FULL
 */
export function createItem(outer: Scope, { contactListId, ...input }: ContactListItemInput): Promise<ContactListItem> {
  return outer.transaction(async (scope) => {
    const { contactsCount } = await getContactList(scope, contactListId)
    if (contactsCount >= limits.listItems) throw new AppError('ERR_CONTACT_LIST_FULL', { max: limits.listItems })
    const values = {
      ...nameColumns(input.name),
      number: await typedNumber(scope, input.number),
      email: input.email ?? '',
    }
    await refuseDuplicate(scope, contactListId, values.number, 0)
    const row = { contactListId, ...values, ...notChecked }
    const { id } = await scope.db.insert('contact_list_items', row).returning('id').executeTakeFirstOrThrow()
    const contactListItem = await getItem(scope, id)
    scope.publish('contactListItem', { action: 'create', contactListItem })
    await publishContactList(scope, contactListId)
    return contactListItem
  })
}

/** Changes a person of a list; another number is checked again. @throws ERR_NO_CONTACT_LIST_ITEM_FOUND, and as createItem */
export function updateItem(outer: Scope, id: number, input: ContactListItemPatch): Promise<ContactListItem> {
  return outer.transaction(async (scope) => {
    const before = await getItem(scope, id)
    const { contactListId } = before
    const isSame = input.number === undefined || input.number.trim() === before.number
    const number = isSame ? before.number : await typedNumber(scope, input.number ?? '')
    const isNew = number !== before.number
    if (isNew) await refuseDuplicate(scope, contactListId, number, id)
    const change = {
      ...nameColumns(input.name ?? before.name),
      ...{ number, email: input.email ?? before.email, updatedAt: new Date().toISOString() },
      ...(isNew && notChecked),
    }
    await scope.db.update('contact_list_items').set(change).where('id', '=', id).execute()
    const contactListItem = await getItem(scope, id)
    scope.publish('contactListItem', { action: 'update', contactListItem })
    if (isNew) await publishContactList(scope, contactListId)
    return contactListItem
  })
}

/** @throws ERR_NO_CONTACT_LIST_ITEM_FOUND */
export function deleteItem(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const { contactListId } = await getItem(scope, id)
    await scope.db.delete('contact_list_items').where('id', '=', id).execute()
    scope.publish('contactListItem', { action: 'delete', contactListItemId: id, contactListId })
    await publishContactList(scope, contactListId)
    return { id }
  })
}

function nameColumns(typed: string) {
  const name = typed.trim().replace(/\s+/g, ' ')
  return { name, searchText: foldText(name) }
}

async function refuseDuplicate(scope: Scope, contactListId: number, number: string, id: number) {
  const sameNumber = await scope.db
    .select('contact_list_items')
    .select('name')
    .where('contactListId', '=', contactListId)
    .where('number', '=', number)
    .where('id', '<>', id)
    .executeTakeFirst()
  if (sameNumber) throw new AppError('ERR_CONTACT_LIST_ITEM_EXISTS', { name: sameNumber.name })
}
