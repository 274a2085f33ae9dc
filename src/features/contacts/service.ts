import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import { normaliseNumber, numberVariants } from '../../shared/phone'
import { foldText } from '../../shared/text'
import { recordAuditEntry } from '../audit/record'
import { leaveTicketsOf } from '../bot/leave-ticket'
import { recordRenumbered } from '../tickets/events'
import { assertChangesTicketsOf, listLiveTickets } from '../tickets/of-contact'
import { ticketRows, toTicket } from '../tickets/read'
import { auditLabelOf } from './audit-label'
import { replaceExtra } from './extra-info'
import { findContactByNumber } from './identify'
import type { Contact, ContactInput } from './model'
import { type ContactRow, getContactRow, toContact } from './read'

/** A contact of the company. @throws ERR_NO_CONTACT_FOUND */
export const getContact = async (scope: Scope, id: number): Promise<Contact> =>
  toContact(scope, await getContactRow(scope, id))

/**
 * Creates a contact. The number is checked with WhatsApp while a connection is open.
 * @throws ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT, ERR_DUPLICATED_CONTACT with the existing contact
 */
export async function createContact(outer: Scope, input: ContactInput): Promise<Contact> {
  const { number, waJid } = await lookUpAddress(outer, input.number)
  return outer.transaction(async (scope) => {
    await refuseDuplicateNumber(scope, number, null)
    const { name, email = '', disableBot = false, extraInfo = [] } = input
    const row = { name, email, number, waJid, lid: null, pictureAt: null, searchText: foldText(name) }
    const { id } = await scope.db
      .insert('contacts', { ...row, disableBot: disableBot ? 1 : 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
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
export async function updateContact(outer: Scope, id: number, input: Partial<ContactInput>): Promise<Contact> {
  const before = await getContactRow(outer, id)
  const typed = input.number === undefined || before.isGroup === 1 ? null : normaliseNumber(input.number)
  const isNewNumber = input.number !== undefined && before.isGroup === 0 && typed !== before.number
  const address = isNewNumber ? await lookUpAddress(outer, input.number ?? '') : null
  return outer.transaction(async (scope) => {
    await getContactRow(scope, id)
    if (address) await checkNewNumber(scope, id, address.number)
    const change = { ...columnsOf(input), ...address, updatedAt: new Date().toISOString() }
    await scope.db.update('contacts').set(change).where('id', '=', id).execute()
    if (input.extraInfo) await replaceExtra(scope, id, input.extraInfo)
    if (input.disableBot) await leaveTicketsOf(scope, id)
    const contact = await getContact(scope, id)
    if (address) await recordNewNumber(scope, before, contact)
    scope.publish('contact', { action: 'update', contact })
    return contact
  })
}

/** A new number diverts the contact's conversations: only a person who may change all of them gives it. */
async function checkNewNumber(scope: Scope, id: number, number: string) {
  await refuseDuplicateNumber(scope, number, id)
  await assertChangesTicketsOf(scope, id)
}

async function recordNewNumber(scope: Scope, before: ContactRow, contact: Contact) {
  for (const ticket of await listLiveTickets(scope, contact.id)) await recordRenumbered(scope, ticket)
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

const ticketsOf = hot<{ id: number }>()((db, p) => ticketRows(db).where('tickets.contactId', '=', p('id')))

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
  const tickets = (await scope.db.run(ticketsOf, { id })).map((row) => toTicket(scope, row))
  await scope.db.delete('contacts').where('id', '=', id).execute()
  for (const was of tickets) scope.publish('ticket', { action: 'delete', ticketId: was.id, was })
  scope.publish('contact', { action: 'delete', contactId: id })
}

async function refuseDuplicateNumber(scope: Scope, number: string, id: number | null) {
  const duplicate = await findContactByNumber(scope, number)
  if (duplicate && duplicate.id !== id)
    throw new AppError('ERR_DUPLICATED_CONTACT', { contact: toContact(scope, duplicate) })
}

const openConnections = hot<{}>()((db) =>
  db.select('connections').select('id').orderBy('isDefault', 'desc').orderBy('id').limit(20),
)

/**
 * The canonical number and its WhatsApp address. With an open connection all variants of the number are looked up;
 * without one the address is `number@s.whatsapp.net` (server-behaviour §11).
 * @throws ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT when the look-up fails
 */
async function lookUpAddress(scope: Scope, typed: string): Promise<{ number: string; waJid: string }> {
  const number = normaliseNumber(typed)
  if (!number) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  const { whatsapp } = scope.ports
  const refs = (await scope.db.run(openConnections, {})).map(({ id }) => ({
    companyId: scope.companyId,
    whatsappId: id,
  }))
  const open = refs.find((connection) => whatsapp.isOpen(connection))
  if (!open) return { number, waJid: `${number}@s.whatsapp.net` }
  const found = await whatsapp.onWhatsApp(open, numberVariants(number)).catch(() => {
    throw new AppError('ERR_WAPP_CHECK_CONTACT')
  })
  if (!found[0]) throw new AppError('ERR_WAPP_INVALID_CONTACT')
  return { number, waJid: found[0].jid }
}
