import type { Scope } from '../../../core/scope'
import { rowsInsert } from '../../../core/storage/rows-insert'
import type { Flag } from '../../../core/storage/schema'
import { foldText } from '../../../shared/text'
import type { Identity } from '../../../whatsapp/received'
import { fillContact, filledRow, keysOf, shortened } from './identify'
import { type ContactKeys, type KnownContact, KnownContacts, readContactRows } from './known-contacts'
import { type ContactRow, toContact } from './read'

/** Identity of a message's chat, with the name that the person chose on WhatsApp. */
interface NamedIdentity {
  identity: Identity
  givenName: string
}

interface NewContact extends ContactKeys {
  name: string
  waJid: string
  isGroup: Flag
  searchText: string
  createdAt: string
  updatedAt: string
}
const insertContacts = rowsInsert<NewContact, 'contacts', { id: number }>(
  'contacts',
  ['name', 'number', 'lid', 'waJid', 'isGroup', 'searchText', 'createdAt', 'updatedAt'],
  (insert) => insert.returning('id'),
)

/** The contact of one identity: as it is and as it will be, which are the same row if nothing changes. */
interface PlannedContact extends NamedIdentity {
  keys: ContactKeys
  contact: KnownContact
  before: ContactRow
  after: ContactRow
}

/** Contacts of several messages, in their order; those that do not exist yet have the id 0. */
interface ContactPlan {
  readonly rows: readonly ContactRow[]
  /** Creates and changes the first contacts, and returns their rows. Call within the transaction that made the plan. */
  upsertFirst(count: number): Promise<ContactRow[]>
}

/**
 * Plans what `upsertContact` would do for each identity in order, with a few queries for all. Stops before the first
 * identity that needs `upsertContact` itself, such as one whose number and LID belong to two contacts: the plan then has
 * fewer rows.
 */
export async function planContacts(scope: Scope, people: readonly NamedIdentity[]): Promise<ContactPlan> {
  const known = await KnownContacts.read(
    scope,
    people.map(({ identity }) => keysOf(identity)),
  )
  const planned: PlannedContact[] = []
  const seen = new Set<KnownContact>()
  for (const person of people) {
    const one = planContact(known, person)
    // A contact that its second message changes belongs to the next plan: what the first one writes shows it unchanged.
    if (!one || (seen.has(one.contact) && one.after !== one.before)) break
    seen.add(one.contact)
    one.contact.row = one.after
    known.setKeys(one.contact, one.after)
    planned.push(one)
  }
  return {
    rows: planned.map(({ after }) => after),
    upsertFirst: (count) => storeContacts(scope, planned.slice(0, count)),
  }
}

function planContact(known: KnownContacts, { identity, givenName }: NamedIdentity): PlannedContact | undefined {
  const keys = keysOf(identity)
  const name = shortened(givenName)
  const found = known.find(keys)
  if (found === 'alone') return undefined
  const contact = found ?? known.addNew(newRow(identity, keys, name), keys)
  const before = contact.row
  const after = filledRow(before, keys, identity.jid, name)
  return { identity, givenName: name, keys, contact, before, after }
}

async function storeContacts(scope: Scope, planned: PlannedContact[]): Promise<ContactRow[]> {
  const created = [...new Set(planned.flatMap(({ contact, before }) => (before.id === 0 ? contact : [])))]
  const stored = await createContacts(scope, created)
  const rows: ContactRow[] = []
  for (const { identity, givenName, keys, contact, before, after } of planned)
    if (after === before) rows.push(stored.get(contact) ?? after)
    else rows.push(await fillContact(scope, before, keys, identity.jid, givenName))
  return rows
}

/** Row of a contact that is not stored yet. */
function newRow({ jid, isGroup }: Identity, { number, lid }: ContactKeys, givenName: string): ContactRow {
  const now = new Date().toISOString()
  const unset = { email: '', profilePicUrl: '', pictureAt: null, disableBot: 0, extra: null, aliases: null } as const
  const name = givenName || number || ''
  const times = { createdAt: now, updatedAt: now, optedOutAt: null }
  return { id: 0, name, number, lid, waJid: jid, isGroup: isGroup ? 1 : 0, ...unset, ...times }
}

/** Inserts and publishes contacts; returns the stored row of each. */
async function createContacts(scope: Scope, contacts: KnownContact[]): Promise<Map<KnownContact, ContactRow>> {
  if (contacts.length === 0) return new Map()
  const values = contacts.map(({ row }) => ({ ...row, searchText: foldText(row.name) }))
  const inserted = await insertContacts(scope.db, values)
  const ids = inserted.map(({ id }) => id)
  const stored = new Map((await readContactRows(scope, ids)).map((row) => [addressOf(row), row]))
  const pairs = contacts.map((contact) => [contact, stored.get(addressOf(contact.row)) as ContactRow] as const)
  for (const [, row] of pairs) scope.publish('contact', { action: 'create', contact: toContact(scope, row) })
  return new Map(pairs)
}

const addressOf = ({ number, lid }: ContactKeys) => `${number}/${lid}`
