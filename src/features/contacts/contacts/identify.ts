import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { limits } from '../../../shared/limits'
import { canonicalNumber } from '../../../shared/phone/forms'
import { cutText, foldText, removeInvalidCharacters } from '../../../shared/text'
import type { Identity } from '../../../whatsapp/received'
import { findFormerForm, mergeFormerForm } from './former-form'
import type { ContactKeys } from './known-contacts'
import { attachAliases } from './number-aliases'
import { type ContactRow, contactRows, findContactRow, getContactRow, toContact } from './read'

const byNumber = hot<{ number: string }>()((db, p) => contactRows(db).where('contacts.number', '=', p('number')))
const byLid = hot<{ lid: string }>()((db, p) => contactRows(db).where('contacts.lid', '=', p('lid')))
/** Aliases: number or LID of a contact that a person merged into another. */
const aliasNumber = hot<{ number: string }>()((db, p) =>
  db.select('contact_aliases').select('contactId').where('number', '=', p('number')),
)
const aliasLid = hot<{ lid: string }>()((db, p) =>
  db.select('contact_aliases').select('contactId').where('lid', '=', p('lid')),
)
const insertContact = hot<{
  name: string
  number: string | null
  lid: string | null
  waJid: string
  isGroup: 0 | 1
  searchText: string
  now: string
}>()((db, p) =>
  db
    .insert('contacts', {
      name: p('name'),
      number: p('number'),
      lid: p('lid'),
      waJid: p('waJid'),
      isGroup: p('isGroup'),
      searchText: p('searchText'),
      pictureAt: null,
      createdAt: p('now'),
      updatedAt: p('now'),
    })
    .returning('id'),
)
const updateContact = hot<{
  id: number
  name: string
  number: string | null
  lid: string | null
  waJid: string
  searchText: string
  now: string
}>()((db, p) =>
  db
    .update('contacts')
    .set({ name: p('name'), number: p('number'), lid: p('lid'), waJid: p('waJid'), searchText: p('searchText') })
    .set({ updatedAt: p('now') })
    .where('id', '=', p('id')),
)

/** A name that came from WhatsApp, of a bounded length. */
export const shortened = (name: string) => removeInvalidCharacters(cutText(name, limits.whatsappName.max))

/** Keys of an identity: a group's digits as its number, or a person's canonical number and LID. */
export function keysOf({ number, lid, jid, isGroup }: Identity): ContactKeys {
  if (isGroup) return { number: jid.slice(0, jid.indexOf('@')).replace(/\D/g, ''), lid: null }
  return { number: number === null ? null : canonicalNumber(number), lid }
}

async function findByNumber(scope: Scope, number: string | null): Promise<ContactRow | undefined> {
  if (number === null) return undefined
  const found = await scope.db.first(byNumber, { number })
  return (
    found ??
    (await contactOfAlias(scope, await scope.db.first(aliasNumber, { number }))) ??
    (await findFormerForm(scope, number))
  )
}

async function findByLid(scope: Scope, lid: string | null): Promise<ContactRow | undefined> {
  if (lid === null) return undefined
  return (
    (await scope.db.first(byLid, { lid })) ?? (await contactOfAlias(scope, await scope.db.first(aliasLid, { lid })))
  )
}

const contactOfAlias = async (scope: Scope, alias: { contactId: number } | undefined) =>
  alias && (await findContactRow(scope, alias.contactId))

/** The contact with this number (canonical digits) or alias, if the company has one. */
export const findContactByNumber = (scope: Scope, number: string): Promise<ContactRow | undefined> =>
  findByNumber(scope, number)

/** The contact of a WhatsApp identity, by number, else by LID; undefined when none exists. Changes nothing. */
export async function findContact(scope: Scope, identity: Identity): Promise<ContactRow | undefined> {
  const { number, lid } = keysOf(identity)
  return (await findByNumber(scope, number)) ?? (await findByLid(scope, lid))
}

/**
 * The contact of a WhatsApp identity (docs/whatsapp.md, "Addresses"): found by number or LID, or created. When number
 * and LID belong to different contacts, these are merged. `given` is used only where the contact has no name or its
 * number as name. A contact with a former form of the number is merged, too. Call it inside a transaction.
 */
export async function upsertContact(scope: Scope, identity: Identity, givenName: string): Promise<ContactRow> {
  const keys = keysOf(identity)
  const name = shortened(givenName)
  if (keys.number !== null) await mergeFormerForm(scope, keys.number)
  const byNumberRow = await findByNumber(scope, keys.number)
  // No other contact has this LID: it is unique in the company.
  const byLidRow = byNumberRow?.lid === keys.lid ? undefined : await findByLid(scope, keys.lid)
  if (byNumberRow && byLidRow && byNumberRow.id !== byLidRow.id) {
    await scope.call('mergeContacts', byNumberRow, byLidRow)
    return fillContact(scope, await getContactRow(scope, byNumberRow.id), keys, identity.jid, name)
  }
  const found = byNumberRow ?? byLidRow
  return found ? fillContact(scope, found, keys, identity.jid, name) : createContactFor(scope, identity, keys, name)
}

async function createContactFor(
  scope: Scope,
  { jid, isGroup }: Identity,
  { number, lid }: ContactKeys,
  givenName: string,
): Promise<ContactRow> {
  const name = givenName || number || ''
  const now = new Date().toISOString()
  const values = { name, number, lid, waJid: jid, isGroup: isGroup ? 1 : 0, searchText: foldText(name), now } as const
  const id = (await scope.db.first(insertContact, values))?.id as number
  if (number !== null && !isGroup) await attachAliases(scope, id, number)
  const row = await getContactRow(scope, id)
  scope.publish('contact', { action: 'create', contact: toContact(scope, row) })
  return row
}

/** The row with missing keys and name filled, and with the address last used; the same row if nothing changes. */
export function filledRow(row: ContactRow, keys: ContactKeys, jid: string, givenName: string): ContactRow {
  const unnamed = row.name === '' || row.name === row.number
  const number = row.number ?? keys.number
  const name = (unnamed && givenName) || row.name || number || ''
  const lid = row.lid ?? keys.lid
  const isSame = name === row.name && number === row.number && lid === row.lid && jid === row.waJid
  return isSame ? row : { ...row, name, number, lid, waJid: jid }
}

/** Fills missing keys and name, and stores the address last used; writes and publishes only changes. */
export async function fillContact(
  scope: Scope,
  row: ContactRow,
  keys: ContactKeys,
  jid: string,
  givenName: string,
): Promise<ContactRow> {
  const filled = filledRow(row, keys, jid, givenName)
  if (filled === row) return row
  const { name, number, lid } = filled
  const now = new Date().toISOString()
  await scope.db.run(updateContact, { id: row.id, name, number, lid, waJid: jid, searchText: foldText(name), now })
  if (row.number === null && number !== null) await attachAliases(scope, row.id, number)
  const changed = { ...filled, updatedAt: now }
  if (name !== row.name || number !== row.number)
    scope.publish('contact', { action: 'update', contact: toContact(scope, changed) })
  return changed
}

/** Links a number and a LID that WhatsApp reported as one person; creates no contact. */
export function linkNumberAndLid(scope: Scope, pair: { number: string; lid: string }) {
  return scope.transaction(async (scope) => {
    const identity = { ...pair, jid: '', isGroup: false }
    const found = await findContact(scope, identity)
    if (!found) return
    await upsertContact(scope, { ...identity, jid: found.waJid }, '')
  })
}

/** Sets the name of a group contact to the group's subject. */
export function renameGroup(scope: Scope, id: number, subject: string) {
  const name = shortened(subject)
  return scope.transaction(async (scope) => {
    const row = await findContactRow(scope, id)
    if (!row || row.name === name) return
    const { number, lid, waJid } = row
    const now = new Date().toISOString()
    await scope.db.run(updateContact, { id, name, number, lid, waJid, searchText: foldText(name), now })
    scope.publish('contact', { action: 'update', contact: toContact(scope, { ...row, name, updatedAt: now }) })
  })
}
