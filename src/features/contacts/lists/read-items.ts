import { textCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { containsText, sortsAfter, unindexedColumn } from '../../../core/storage/expressions'
import { hot, type Tables } from '../../../core/storage/tenant'
import type { NumberValidity } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import { searchedText } from '../contacts/typed-number'
import { optedOutAmong } from '../opt-outs/among'
import type { ContactListItem, ContactListItemPage, ContactListItemQuery } from './model'
import { getContactList, positionAfter } from './read'

const columns = ['id', 'name', 'searchText', 'number', 'email', 'variables', 'validity', 'contactListId'] as const

/** People of lists. */
const itemRows = (db: Tables) =>
  db
    .select('contact_list_items')
    .select(columns.map((column) => `contact_list_items.${column}` as const))
    .select(['contact_list_items.createdAt', 'contact_list_items.updatedAt'])

const byId = hot<{ id: number }>()((db, p) => itemRows(db).where('contact_list_items.id', '=', p('id')))
type Row = NonNullable<(typeof byId)['row']>

/** `validity` is empty for all people. */
type Part = {
  contactListId: number
  validity: NumberValidity | ''
  searchText: string
  id: number
  limit: number
  offset: number
}

const pageOfItems = (db: Tables, p: <K extends keyof Part & string>(name: K) => Part[K]) =>
  itemRows(db)
    .where('contact_list_items.contactListId', '=', p('contactListId'))
    .where(sortsAfter(['contact_list_items.searchText', 'contact_list_items.id'], [p('searchText'), p('id')]))
    .where(({ eb, or, val }) =>
      or([
        eb(val<string>(p('validity')), '=', ''),
        eb(unindexedColumn('contact_list_items.validity'), '=', p('validity')),
      ]),
    )
    .orderBy('contact_list_items.searchText')
    .orderBy('contact_list_items.id')
    .limit(p('limit'))
    .offset(p('offset'))

const allItems = hot<Part>()((db, p) => pageOfItems(db, p))
/** The index of names holds the three columns; `digits` is '-', which no number contains, for a text without digits. */
const matchingItems = hot<Part & { text: string; digits: string }>()((db, p) =>
  pageOfItems(db, p).where(({ or }) =>
    or([
      containsText('contact_list_items.searchText', p('text')),
      containsText('contact_list_items.number', p('digits')),
    ]),
  ),
)

const size = pageSizes.contacts

/**
 * A page of a list's people, by name; `searchParam` matches name or number. Without a list the page is empty.
 * @throws ERR_NO_CONTACT_LIST_FOUND
 */
export async function listItems(
  scope: Scope,
  { contactListId, searchParam = '', validity, pageNumber = 1, cursor }: ContactListItemQuery,
): Promise<ContactListItemPage> {
  if (contactListId === undefined) return { contacts: [], hasMore: false, next: null }
  await getContactList(scope, contactListId)
  const offset = cursor === undefined ? (pageNumber - 1) * size : 0
  const part = { contactListId, validity: validity ?? '', ...positionAfter(cursor), limit: size + 1, offset }
  const text = foldText(await searchedText(scope, searchParam.trim()))
  const rows =
    text === ''
      ? await scope.db.runAside(allItems, part)
      : await scope.db.runAside(matchingItems, { ...part, text, digits: text.replace(/\D/g, '') || '-' })
  const shown = rows.slice(0, size)
  const [hasMore, last] = [rows.length > size, shown.at(-1)]
  return {
    contacts: await withOptOuts(scope, shown),
    hasMore,
    next: hasMore && last ? textCursor({ text: last.searchText, id: last.id }) : null,
  }
}

/** @throws ERR_NO_CONTACT_LIST_ITEM_FOUND also for a person of another company's list, and of a deleted list */
export async function getItem(scope: Scope, id: number): Promise<ContactListItem> {
  const row = await scope.db.first(byId, { id })
  const list = row && (await getContactList(scope, row.contactListId).catch(() => undefined))
  if (!row || !list) throw new AppError('ERR_NO_CONTACT_LIST_ITEM_FOUND')
  return (await withOptOuts(scope, [row]))[0] as ContactListItem
}

/** Adds the mark of the register of people who want no campaigns. */
async function withOptOuts(scope: Scope, rows: Row[]): Promise<ContactListItem[]> {
  const optedOut = await optedOutAmong(
    scope,
    rows.map(({ number }) => number),
  )
  return rows.map(({ searchText: _, variables, ...row }) => ({
    ...row,
    variables: parseJson(variables),
    companyId: scope.companyId,
    isWhatsappValid: row.validity === 'valid' ? true : row.validity === 'invalid' ? false : null,
    optedOut: optedOut.has(row.number),
  }))
}
