import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { limits } from '../../shared/limits'
import { canonicalNumber } from '../../shared/phone'
import { cutText, fold, sound } from '../../shared/text'
import type { Identity } from '../../whatsapp/contract'
import { mergeContacts } from './merge'
import { type ContactRow, contactRows, findContactRow, getContactRow, toContact } from './read'

interface ContactKeys {
  number: string | null
  lid: string | null
}

const byNumber = hot<{ number: string }>()((db, p) => contactRows(db).where('contacts.number', '=', p('number')))
const byLid = hot<{ lid: string }>()((db, p) => contactRows(db).where('contacts.lid', '=', p('lid')))
/** Of a contact that was merged by hand into another, which answers to its names from then on. */
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
  folded: string
  now: string
}>()((db, p) =>
  db
    .insert('contacts', {
      name: p('name'),
      number: p('number'),
      lid: p('lid'),
      waJid: p('waJid'),
      isGroup: p('isGroup'),
      folded: p('folded'),
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
  folded: string
  now: string
}>()((db, p) =>
  db
    .update('contacts')
    .set({ name: p('name'), number: p('number'), lid: p('lid'), waJid: p('waJid'), folded: p('folded') })
    .set({ updatedAt: p('now') })
    .where('id', '=', p('id')),
)

/** A name that came from WhatsApp, of a bounded length. */
const shortened = (name: string) => sound(cutText(name, limits.whatsappName.max))

/** By what a contact is known: a group by its own digits, a person by canonical number and LID. */
function keysOf({ number, lid, jid, isGroup }: Identity): ContactKeys {
  if (isGroup) return { number: jid.slice(0, jid.indexOf('@')).replace(/\D/g, ''), lid: null }
  return { number: number === null ? null : canonicalNumber(number), lid }
}

async function findByNumber(scope: Scope, number: string | null): Promise<ContactRow | undefined> {
  if (number === null) return undefined
  const found = await scope.db.first(byNumber, { number })
  return found ?? (await contactOfAlias(scope, await scope.db.first(aliasNumber, { number })))
}

async function findByLid(scope: Scope, lid: string | null): Promise<ContactRow | undefined> {
  if (lid === null) return undefined
  return (
    (await scope.db.first(byLid, { lid })) ?? (await contactOfAlias(scope, await scope.db.first(aliasLid, { lid })))
  )
}

const contactOfAlias = async (scope: Scope, alias: { contactId: number } | undefined) =>
  alias && (await findContactRow(scope, alias.contactId))

/** The contact of this number (canonical digits), if the company has it. */
export const findContactByNumber = (scope: Scope, number: string): Promise<ContactRow | undefined> =>
  findByNumber(scope, number)

/** Whom a WhatsApp identity stands for, by number or by LID; nothing is made. */
export async function findContact(scope: Scope, identity: Identity): Promise<ContactRow | undefined> {
  const { number, lid } = keysOf(identity)
  return (await findByNumber(scope, number)) ?? (await findByLid(scope, lid))
}

/**
 * The contact behind an identity (server-behaviour §1.2, §1.3): found by either of its names, made when new, merged
 * when the two names turn out to be one person. `given` fills only a name nobody has chosen. Within a transaction.
 */
export async function upsertContact(scope: Scope, identity: Identity, given: string): Promise<ContactRow> {
  const known = keysOf(identity)
  const name = shortened(given)
  const [one, other] = [await findByNumber(scope, known.number), await findByLid(scope, known.lid)]
  if (one && other && one.id !== other.id) {
    await mergeContacts(scope, one, other)
    return fillContact(scope, await getContactRow(scope, one.id), known, identity.jid, name)
  }
  const found = one ?? other
  return found ? fillContact(scope, found, known, identity.jid, name) : createContactFor(scope, identity, known, name)
}

async function createContactFor(
  scope: Scope,
  { jid, isGroup }: Identity,
  { number, lid }: ContactKeys,
  given: string,
): Promise<ContactRow> {
  const name = given || number || ''
  const now = new Date().toISOString()
  const values = { name, number, lid, waJid: jid, isGroup: isGroup ? 1 : 0, folded: fold(name), now } as const
  const row = await getContactRow(scope, (await scope.db.first(insertContact, values))?.id as number)
  scope.publish('contact', { action: 'create', contact: toContact(scope, row) })
  return row
}

/** Fills what was missing and keeps the address that works; writes and tells only when something changed. */
async function fillContact(
  scope: Scope,
  row: ContactRow,
  known: ContactKeys,
  jid: string,
  given: string,
): Promise<ContactRow> {
  const unnamed = row.name === '' || row.name === row.number
  const number = row.number ?? known.number
  const name = (unnamed && given) || row.name || number || ''
  const lid = row.lid ?? known.lid
  if (name === row.name && number === row.number && lid === row.lid && jid === row.waJid) return row
  const now = new Date().toISOString()
  await scope.db.run(updateContact, { id: row.id, name, number, lid, waJid: jid, folded: fold(name), now })
  const changed = { ...row, name, number, lid, waJid: jid, updatedAt: now }
  if (name !== row.name || number !== row.number)
    scope.publish('contact', { action: 'update', contact: toContact(scope, changed) })
  return changed
}

/** WhatsApp told that a number and a LID are one person: only contacts we already have are touched. */
export function linkNumberAndLid(scope: Scope, pair: { number: string; lid: string }) {
  return scope.transaction(async (scope) => {
    const identity = { ...pair, jid: '', isGroup: false }
    const found = await findContact(scope, identity)
    if (!found) return
    await upsertContact(scope, { ...identity, jid: found.waJid }, '')
  })
}

/** Sets a name that WhatsApp alone decides: a group's subject. */
export function renameGroup(scope: Scope, id: number, subject: string) {
  const name = shortened(subject)
  return scope.transaction(async (scope) => {
    const row = await findContactRow(scope, id)
    if (!row || row.name === name) return
    const { number, lid, waJid } = row
    const now = new Date().toISOString()
    await scope.db.run(updateContact, { id, name, number, lid, waJid, folded: fold(name), now })
    scope.publish('contact', { action: 'update', contact: toContact(scope, { ...row, name, updatedAt: now }) })
  })
}
