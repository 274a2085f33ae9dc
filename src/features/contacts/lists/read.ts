import { textCursor, textOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { containsText, sortsAfter } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import type { ContactList, ContactListPage, ContactListQuery } from './model'

const listRows = (db: Tables) =>
  db
    .select('contact_lists')
    .select(['id', 'name', 'searchText', 'contactsCount', 'validCount', 'invalidCount', 'createdAt', 'updatedAt'])
    .where('deletedAt', 'is', null)

const byId = hot<{ id: number }>()((db, p) => listRows(db).where('id', '=', p('id')))
type Row = NonNullable<(typeof byId)['row']>

const pageOfLists = hot<{ searchText: string; id: number; text: string; limit: number; offset: number }>()((db, p) =>
  listRows(db)
    .where(sortsAfter(['searchText', 'id'], [p('searchText'), p('id')]))
    .where(({ eb, or, val }) => or([eb(val(p('text')), '=', ''), containsText('searchText', p('text'))]))
    .orderBy('searchText')
    .orderBy('id')
    .limit(p('limit'))
    .offset(p('offset')),
)

const size = pageSizes.other

/** A page of the company's lists, by name; `searchParam` matches the name without accents. */
export async function listContactLists(
  scope: Scope,
  { searchParam = '', pageNumber = 1, cursor }: ContactListQuery,
): Promise<ContactListPage> {
  const offset = cursor === undefined ? (pageNumber - 1) * size : 0
  const part = { text: foldText(searchParam), limit: size + 1, offset }
  const rows = await scope.db.run(pageOfLists, { ...positionAfter(cursor), ...part })
  const shown = rows.slice(0, size)
  const [hasMore, last] = [rows.length > size, shown.at(-1)]
  return {
    records: shown.map(toContactList),
    hasMore,
    next: hasMore && last ? textCursor({ text: last.searchText, id: last.id }) : null,
  }
}

/** Start of a page in rows ordered by name. */
export function positionAfter(cursor: string | undefined) {
  const { text: searchText, id } = textOfCursor(cursor) ?? { text: '', id: 0 }
  return { searchText, id }
}

/** Lists offered in a select box, at most. */
const maxChoices = 1000

/** The first 1,000 lists of the company, by name, for select boxes. */
export async function suggestContactLists(scope: Scope): Promise<ContactList[]> {
  const rows = await scope.db.run(pageOfLists, { searchText: '', id: 0, text: '', limit: maxChoices, offset: 0 })
  return rows.map(toContactList)
}

/** @throws ERR_NO_CONTACT_LIST_FOUND also for a list of another company, and for a deleted one */
export async function getContactList(scope: Scope, id: number): Promise<ContactList> {
  const row = await scope.db.first(byId, { id })
  if (!row) throw new AppError('ERR_NO_CONTACT_LIST_FOUND')
  return toContactList(row)
}

const toContactList = ({ searchText: _, ...row }: Row): ContactList => row
