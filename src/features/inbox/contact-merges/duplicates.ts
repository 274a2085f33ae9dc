import type { Scope } from '../../../core/scope'
import { inList, listOf, sortsAfter } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import { hidesNumbers } from '../../contacts/contacts/hidden-numbers'
import { contactRows, getContactRow, toContact } from '../../contacts/contacts/read'
import { type DuplicatePage, type DuplicatePair, duplicateReasons } from './model'

type Reason = (typeof duplicateReasons)[number]
interface Position {
  reason: Reason
  key: string
  id: number
  otherId: number
}
interface Found {
  key: string
  id: number
  otherId: number
}

/** Contacts `a` and `b` of one company that are no groups and were not judged to be two people. */
const pairs = (db: Tables) =>
  db
    .select('contacts')
    .innerJoin('contacts as b', 'b.companyId', 'contacts.companyId')
    .where('contacts.isGroup', '=', 0)
    .where('b.isGroup', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contact_distinct as d')
            .select('d.otherId')
            .whereRef('d.companyId', '=', 'contacts.companyId')
            .whereRef('d.contactId', '=', 'contacts.id')
            .whereRef('d.otherId', '=', 'b.id'),
        ),
      ),
    )
    .select(['contacts.id', 'b.id as otherId'])

/** Each rule reads an index from the position on, in the order of its key. */
const rules = {
  /** Two numbers of one account, as WhatsApp answered. */
  number: (db: Tables, { key, id, otherId }: Position) =>
    pairs(db)
      .innerJoin('number_aliases as n', (join) =>
        join.onRef('n.companyId', '=', 'contacts.companyId').onRef('n.target', '=', 'contacts.number'),
      )
      .whereRef('b.number', '=', 'n.number')
      .where('n.number', '>=', key)
      .where(sortsAfter(['n.number', 'contacts.id', 'b.id'], [key, id, otherId]))
      .select('n.number as key')
      .orderBy('n.number')
      .orderBy('contacts.id')
      .orderBy('b.id'),
  /** One e-mail: each contact with the oldest that has it. */
  email: (db: Tables, { key, id, otherId }: Position) =>
    pairs(db)
      .whereRef('b.email', '=', 'contacts.email')
      .whereRef('b.id', '>', 'contacts.id')
      .where('contacts.email', '<>', '')
      .where('b.email', '<>', '')
      .where('contacts.email', '>=', key)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('contacts as older')
              .select('older.id')
              .whereRef('older.companyId', '=', 'contacts.companyId')
              .whereRef('older.email', '=', 'contacts.email')
              .where('older.email', '<>', '')
              .whereRef('older.id', '<', 'contacts.id'),
          ),
        ),
      )
      .where(sortsAfter(['contacts.email', 'contacts.id', 'b.id'], [key, id, otherId]))
      .select('contacts.email as key')
      .orderBy('contacts.email')
      .orderBy('contacts.id')
      .orderBy('b.id'),
  /** One name of two words or more, where the first contact has no number. */
  name: (db: Tables, { key, id, otherId }: Position) =>
    pairs(db)
      .whereRef('b.searchText', '=', 'contacts.searchText')
      .whereRef('b.id', '<>', 'contacts.id')
      .where('contacts.number', 'is', null)
      .where('contacts.searchText', 'like', '% %')
      .where('contacts.searchText', '>=', key)
      .where(({ or, eb }) => or([eb('b.number', 'is not', null), eb('b.id', '>', eb.ref('contacts.id'))]))
      .where(sortsAfter(['contacts.searchText', 'contacts.id', 'b.id'], [key, id, otherId]))
      .select('contacts.searchText as key')
      .orderBy('contacts.searchText')
      .orderBy('contacts.id')
      .orderBy('b.id'),
}

const contactsOf = hot<{ ids: ReturnType<typeof listOf> }>()((db, p) =>
  contactRows(db).where('contacts.id', 'in', inList(p('ids'))),
)

/** A page of probable duplicates by the rules of docs/adr/0157, in their order. `cursor` is the `next` of a page. */
export async function listDuplicates(scope: Scope, cursor: string | undefined): Promise<DuplicatePage> {
  const size = pageSizes.other
  const found: (Found & { reason: Reason })[] = []
  const from = await positionAfter(scope, cursor)
  for (const reason of duplicateReasons.slice(duplicateReasons.indexOf(from.reason))) {
    if (found.length > size) break
    const start = reason === from.reason ? from : { reason, key: '', id: 0, otherId: 0 }
    const query = rules[reason](scope.db, start).limit(size + 1 - found.length)
    const rows: Found[] = await scope.db.executeAside(query as never)
    found.push(...rows.map((row) => ({ ...row, reason })))
  }
  const shown = found.slice(0, size)
  const last = shown.at(-1)
  const hasMore = found.length > size
  return { pairs: await withContacts(scope, shown), hasMore, next: hasMore && last ? cursorOf(scope, last) : null }
}

async function withContacts(scope: Scope, found: (Found & { reason: Reason })[]): Promise<DuplicatePair[]> {
  const ids = [...new Set(found.flatMap(({ id, otherId }) => [id, otherId]))]
  const rows = ids.length === 0 ? [] : await scope.db.run(contactsOf, { ids: listOf(ids) })
  const contacts = new Map(rows.map((row) => [row.id, toContact(scope, row)]))
  return found.flatMap(({ reason, id, otherId }) => {
    const [contact, other] = [contacts.get(id), contacts.get(otherId)]
    return contact && other ? [{ reason, contact, other }] : []
  })
}

/** Without the right to numbers the cursor has no key, which may be a number; it is read again by the ids (ADR 0194). */
const cursorOf = ({ actor }: Scope, { reason, key, id, otherId }: Position) =>
  [reason, id, otherId, hidesNumbers(actor) ? '' : key].join('|')

const keysOf = hot<{ id: number; otherId: number }>()((db, p) =>
  db
    .select('contacts')
    .innerJoin('contacts as b', 'b.companyId', 'contacts.companyId')
    .select(['b.number', 'contacts.email', 'contacts.searchText as name'])
    .where('contacts.id', '=', p('id'))
    .where('b.id', '=', p('otherId')),
)

/** @throws ERR_VALIDATION for a cursor of a contact that is gone */
async function positionAfter(scope: Scope, cursor: string | undefined): Promise<Position> {
  const position = positionOf(cursor)
  if (cursor === undefined || !hidesNumbers(scope.actor)) return position
  const key = (await scope.db.first(keysOf, position))?.[position.reason]
  if (key == null) throw new AppError('ERR_VALIDATION', { fields: ['cursor'] })
  return { ...position, key }
}

/** The position of a cursor, the beginning without one. @throws ERR_VALIDATION for a text that is no cursor */
function positionOf(cursor: string | undefined): Position {
  if (cursor === undefined) return first
  const [, reason, id, otherId, key = ''] = /^(\w+)\|(\d{1,15})\|(\d{1,15})\|(.*)$/su.exec(cursor) ?? []
  const knownReason = duplicateReasons.find((one) => one === reason)
  if (!knownReason) throw new AppError('ERR_VALIDATION', { fields: ['cursor'] })
  return { reason: knownReason, key, id: Number(id), otherId: Number(otherId) }
}
const first: Position = { reason: duplicateReasons[0], key: '', id: 0, otherId: 0 }

/**
 * Remembers that two contacts are two people: the pair is not suggested again.
 * @throws ERR_NO_CONTACT_FOUND, ERR_MERGE_CONTACT for equal ids
 */
export function keepApart(outer: Scope, id: number, otherId: number): Promise<{ id: number; otherId: number }> {
  return outer.transaction(async (scope) => {
    for (const contactId of [id, otherId]) await getContactRow(scope, contactId)
    if (id === otherId) throw new AppError('ERR_MERGE_CONTACT')
    await scope.db
      .insert('contact_distinct', [
        { contactId: id, otherId },
        { contactId: otherId, otherId: id },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return { id, otherId }
  })
}
