import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { maskNumber } from '../../../shared/mask-numbers'
import { numberOrNull } from '../../../shared/phone/read-number'
import { foldText } from '../../../shared/text'
import { recordAuditEntry } from '../../platform/audit/record'
import { companyCountry } from '../../platform/company/country'
import { auditLabelOf } from './audit-label'
import { replaceExtra } from './extra-info'
import { hidesNumbers, nameFor } from './hidden-numbers'
import { findContactByNumber } from './identify'
import type { Contact, ContactInput } from './model'
import { attachAliases, detachAliases } from './number-aliases'
import { numberOfAnswer, storeNumberAnswer } from './number-answers'
import { type ContactRow, getContactRow, toContact } from './read'
import { typedNumber } from './typed-number'

/** A contact of the company. @throws ERR_NO_CONTACT_FOUND */
export const getContact = async (scope: Scope, id: number): Promise<Contact> =>
  toContact(scope, await getContactRow(scope, id))

/**
 * Creates a contact. The number is checked with WhatsApp while a connection is open.
 * @throws ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT, ERR_DUPLICATED_CONTACT with the existing contact for
 *   people who see numbers
 */
export async function createContact(outer: Scope, input: ContactInput): Promise<Contact> {
  const { number, waJid, asked } = await lookUpAddress(outer, input.number)
  return outer.transaction(async (scope) => {
    await storeNumberAnswer(scope, asked, waJid)
    await refuseDuplicateNumber(scope, number, null)
    const { name, email = '', disableBot = false, extraInfo = [] } = input
    const row = { name, email, number, waJid, lid: null, pictureAt: null, searchText: foldText(name) }
    const { id } = await scope.db
      .insert('contacts', { ...row, disableBot: disableBot ? 1 : 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await attachAliases(scope, id, number)
    await replaceExtra(scope, id, extraInfo)
    const contact = await getContact(scope, id)
    scope.publish('contact', { action: 'create', contact })
    return contact
  })
}

/**
 * Changes a contact. The number is looked up only when it changes; a group's never does.
 * @throws ERR_NO_CONTACT_FOUND, ERR_NO_PERMISSION for the number of a contact with a ticket that the acting user may not
 *   change, and the errors of `createContact`
 */
export async function updateContact(outer: Scope, id: number, given: Partial<ContactInput>): Promise<Contact> {
  const before = await getContactRow(outer, id)
  const input = withoutHiddenName(outer, before.name, given)
  const isNewNumber = before.isGroup === 0 && (await isOtherNumber(outer, input.number, before.number))
  const address = isNewNumber ? await lookUpAddress(outer, input.number ?? '') : null
  return outer.transaction(async (scope) => {
    await getContactRow(scope, id)
    if (address) await checkNewNumber(scope, id, before.number, address)
    const newAddress = address && { number: address.number, waJid: address.waJid }
    const change = { ...columnsOf(input), ...newAddress, updatedAt: new Date().toISOString() }
    await scope.db.update('contacts').set(change).where('id', '=', id).execute()
    if (address) await attachAliases(scope, id, address.number)
    if (input.extraInfo) await replaceExtra(scope, id, input.extraInfo)
    if (input.disableBot) await scope.call('contactLeavesRobot', id)
    const contact = await getContact(scope, id)
    if (address) await recordNewNumber(scope, before, contact)
    scope.publish('contact', { action: 'update', contact })
    return contact
  })
}

/** A name that was shown hidden and comes back so does not change. */
function withoutHiddenName({ actor }: Scope, before: string, { name, ...rest }: Partial<ContactInput>) {
  return name === undefined || (nameFor(actor, before) === name && name !== before) ? rest : { ...rest, name }
}

/** False for a number that is left out or sent back as it was read, also hidden, and one that no numbering plan has. */
async function isOtherNumber(scope: Scope, typed: string | undefined, number: string | null): Promise<boolean> {
  if (typed === undefined || typed.replace(/^\+/, '') === number) return false
  if (hidesNumbers(scope.actor) && number !== null && typed === maskNumber(number)) return false
  return numberOrNull(typed, await companyCountry(scope)) !== number
}

/** A new number diverts the contact's conversations: only a person who may change all of them gives it. */
async function checkNewNumber(scope: Scope, id: number, before: string | null, { asked, number, waJid }: Address) {
  await storeNumberAnswer(scope, asked, waJid)
  await refuseDuplicateNumber(scope, number, id)
  if (before !== null) await detachAliases(scope, id, before)
  await scope.call('contactRenumbering', id)
}

async function recordNewNumber(scope: Scope, before: ContactRow, contact: Contact) {
  await scope.call('contactRenumbered', contact.id)
  await recordAuditEntry(scope, {
    action: 'update',
    entity: 'contact',
    entityId: contact.id,
    name: auditLabelOf(contact),
    before: { number: lastDigits(before.number) },
    after: { number: lastDigits(contact.number) },
  })
}

/** End of a number as the audit log names it, without personal data. */
const lastDigits = (number: string | null) => (number === null ? null : `…${number.slice(-4)}`)

const columnsOf = ({ name, email, disableBot }: Partial<ContactInput>) => ({
  ...(name === undefined ? {} : { name, searchText: foldText(name) }),
  ...(email === undefined ? {} : { email }),
  ...(disableBot === undefined ? {} : { disableBot: disableBot ? (1 as const) : (0 as const) }),
})

/** Deletes a contact with all tickets and messages; the route checks `contact:delete`. @throws ERR_NO_CONTACT_FOUND */
export function deleteContact(outer: Scope, id: number) {
  return outer.transaction(async (scope) => {
    const { name, number } = await getContactRow(scope, id)
    await deleteContactRow(scope, id)
    await recordAuditEntry(scope, {
      action: 'delete',
      entity: 'contact',
      entityId: id,
      name: auditLabelOf({ id, name, number }),
    })
    return { id }
  })
}

/** Deletes a contact with its dependent rows, and publishes the deletions. Call it inside a transaction. */
export async function deleteContactRow(scope: Scope, id: number) {
  await scope.call('contactDeleting', id)
  await scope.db.delete('contacts').where('id', '=', id).execute()
  scope.publish('contact', { action: 'delete', contactId: id })
}

async function refuseDuplicateNumber(scope: Scope, number: string, id: number | null) {
  const duplicate = await findContactByNumber(scope, number)
  if (!duplicate || duplicate.id === id) return
  // The contact beside the typed number would show whose number it is.
  const isKnown = !hidesNumbers(scope.actor)
  throw new AppError('ERR_DUPLICATED_CONTACT', isKnown ? { contact: toContact(scope, duplicate) } : {})
}

const openConnections = hot<{}>()((db) =>
  db.select('connections').select('id').orderBy('isDefault', 'desc').orderBy('id').limit(20),
)

/** A number as WhatsApp knows it, its address, and the digits that were asked for. */
interface Address {
  number: string
  waJid: string
  asked: string
}

/**
 * The canonical number and its WhatsApp address. With an open connection all variants of the number are looked up;
 * without one the address is `number@s.whatsapp.net`.
 * @throws ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT when the look-up fails
 */
async function lookUpAddress(scope: Scope, typed: string): Promise<Address> {
  const checkedNumber = await typedNumber(scope, typed)
  const { whatsapp } = scope.ports
  const refs = (await scope.db.run(openConnections, {})).map(({ id }) => ({
    companyId: scope.companyId,
    whatsappId: id,
  }))
  const open = refs.find((connection) => whatsapp.isOpen(connection))
  if (!open) return { number: checkedNumber, waJid: `${checkedNumber}@s.whatsapp.net`, asked: checkedNumber }
  const [found] = await whatsapp.onWhatsApp(open, [checkedNumber]).catch(() => {
    throw new AppError('ERR_WAPP_CHECK_CONTACT')
  })
  if (!found) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return { number: numberOfAnswer(checkedNumber, found.jid), waJid: found.jid, asked: checkedNumber }
}
