import type { Scope } from '../../../core/scope'
import { inList, inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { numberVariants } from '../../../shared/phone/forms'
import { sameNumbers } from './number-aliases'
import { type ContactRow, contactRows } from './read'

/** Address of a contact: a group's digits or a person's canonical number, and a person's LID. */
export interface ContactKeys {
  number: string | null
  lid: string | null
}

const byNumbers = hot<{ numbers: ListParameter }>()((db, p) =>
  contactRows(db).where('contacts.number', 'in', inTexts(p('numbers'))),
)
const byLids = hot<{ lids: ListParameter }>()((db, p) =>
  contactRows(db).where('contacts.lid', 'in', inTexts(p('lids'))),
)
const byIds = hot<{ ids: ListParameter }>()((db, p) => contactRows(db).where('contacts.id', 'in', inList(p('ids'))))
const aliasNumbers = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .select('contact_aliases')
    .select(['contactId', 'number'])
    .where('number', 'in', inTexts(p('numbers'))),
)
const aliasLids = hot<{ lids: ListParameter }>()((db, p) =>
  db
    .select('contact_aliases')
    .select(['contactId', 'lid'])
    .where('lid', 'in', inTexts(p('lids'))),
)

/** The rows of these contacts, in no order. */
export const readContactRows = (scope: Scope, ids: number[]): Promise<ContactRow[]> =>
  scope.db.run(byIds, { ids: listOf(ids) })

/** A contact that several addresses may find; `row` is its current row. */
export interface KnownContact {
  row: ContactRow
}

/** Contacts to which the addresses of several messages may belong, read with a few queries. */
export class KnownContacts {
  private readonly numbers = new Map<string, KnownContact>()
  private readonly lids = new Map<string, KnownContact>()
  private readonly ids = new Map<number, KnownContact>()
  /** True when an unknown number belongs to an account with other numbers. */
  private hasOtherNumbers = false

  static async read(scope: Scope, addresses: readonly ContactKeys[]): Promise<KnownContacts> {
    const known = new KnownContacts()
    const numbers = new Set(addresses.flatMap(({ number }) => number ?? []))
    const lids = new Set(addresses.flatMap(({ lid }) => lid ?? []))
    const forms = listOf(new Set([...numbers].flatMap((number) => [number, ...formerForms(number)])))
    if (numbers.size > 0) for (const row of await scope.db.run(byNumbers, { numbers: forms })) known.add(row)
    if (lids.size > 0) for (const row of await scope.db.run(byLids, { lids: listOf(lids) })) known.add(row)
    await known.readAliases(scope, numbers, lids)
    return known
  }

  private add(row: ContactRow): KnownContact {
    const contact = this.ids.get(row.id) ?? { row }
    this.ids.set(row.id, contact)
    this.setKeys(contact, row)
    return contact
  }

  /** Reads contacts that were merged into others, for the addresses that no contact has. */
  private async readAliases(scope: Scope, numbers: Set<string>, lids: Set<string>) {
    const [unknownNumbers, unknownLids] = [this.unknown(numbers, this.numbers), this.unknown(lids, this.lids)]
    const ofNumbers =
      unknownNumbers.length > 0 ? await scope.db.run(aliasNumbers, { numbers: listOf(unknownNumbers) }) : []
    const ofLids = unknownLids.length > 0 ? await scope.db.run(aliasLids, { lids: listOf(unknownLids) }) : []
    if (ofNumbers.length + ofLids.length > 0) {
      const ids = [...ofNumbers, ...ofLids].map(({ contactId }) => contactId)
      for (const row of await readContactRows(scope, ids)) this.add(row)
      for (const { number, contactId } of ofNumbers) this.setKeys(this.ids.get(contactId), { number, lid: null })
      for (const { lid, contactId } of ofLids) this.setKeys(this.ids.get(contactId), { number: null, lid })
    }
    const unnamed = this.unknown(numbers, this.numbers)
    if (unnamed.length > 0) this.hasOtherNumbers = (await sameNumbers(scope, unnamed)).length > unnamed.length
  }

  private unknown = (keys: Set<string>, found: Map<string, unknown>) => [...keys].filter((key) => !found.has(key))

  /**
   * Returns the contact of an address, undefined if none exists, or `'alone'` where `upsertContact` has to do more than
   * create or fill a contact: merge two, or find an account's other numbers.
   */
  find({ number, lid }: ContactKeys): KnownContact | undefined | 'alone' {
    if (number === null && lid === null) return 'alone'
    if (number !== null && formerForms(number).some((form) => this.numbers.has(form))) return 'alone'
    const byNumber = number === null ? undefined : this.numbers.get(number)
    const byLid = lid === null || byNumber?.row.lid === lid ? undefined : this.lids.get(lid)
    if (byNumber && byLid && byNumber !== byLid) return 'alone'
    if (number !== null && !byNumber && this.hasOtherNumbers) return 'alone'
    return byNumber ?? byLid
  }

  /** Adds a contact that has no id yet. */
  addNew(row: ContactRow, keys: ContactKeys): KnownContact {
    const contact = { row }
    this.setKeys(contact, keys)
    return contact
  }

  /** Lets the keys find the contact, too. */
  setKeys(contact: KnownContact | undefined, { number, lid }: ContactKeys) {
    if (!contact) return
    if (number !== null) this.numbers.set(number, contact)
    if (lid !== null) this.lids.set(lid, contact)
  }
}

/** The former form of a canonical number, if it has one. */
function formerForms(number: string): string[] {
  const [canonical, ...former] = numberVariants(number)
  return number === canonical ? former : []
}
