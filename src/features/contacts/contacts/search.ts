import { textCursor, textOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { contactQuery } from '../../../core/storage/contact-index'
import { lastText, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { firstMoment, lastMoment } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { limits, pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import { startOfDay } from '../../platform/company/time-zone'
import { hidesNumbers, searchesHiddenNumbers } from './hidden-numbers'
import type { ContactNames, ContactPage, ContactQuery } from './model'
import { type ContactFilter, countContacts, findContacts, type Kind } from './name-queries'
import { toContact } from './read'
import { searchedText } from './typed-number'

const size = pageSizes.contacts
const textOf = hot<{ id: number }>()((db, p) => db.select('contacts').select('searchText').where('id', '=', p('id')))
const anyTime = { from: firstMoment, until: lastMoment }

/**
 * A page of contacts by name. Names are compared without accents. Words of three letters or digits match anywhere in
 * name, number or e-mail; a shorter text matches the beginning of the name.
 * @throws ERR_VALIDATION for a day that the calendar does not have
 */
export async function listContacts(scope: Scope, query: ContactQuery): Promise<ContactPage> {
  const { pageNumber = 1, cursor } = query
  if (searchesHiddenNumbers(scope.actor, query.searchParam ?? '')) return { contacts: [], hasMore: false, next: null }
  const { kind, filter } = await filterOf(scope, query)
  const offset = cursor === undefined ? (pageNumber - 1) * size : 0
  const rows = await findContacts(scope, kind, {
    ...filter,
    ...(await positionAfter(scope, cursor)),
    limit: size + 1,
    offset,
  })
  const hasMore = rows.length > size
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  /** Counted only for requests without a cursor; when all rows fit on the first page, their number is the count. */
  const countOf = async () => {
    if (cursor !== undefined) return undefined
    return hasMore || offset > 0 ? await countContacts(scope, kind, filter) : rows.length
  }
  return {
    contacts: shown.map((row) => toContact(scope, row)),
    hasMore,
    next: hasMore && last ? textCursor({ text: hidesNumbers(scope.actor) ? '' : last.searchText, id: last.id }) : null,
    count: await countOf(),
  }
}

/** The first 50 contacts that match a text, by name, with the fields of a select box. */
export async function suggestContacts(scope: Scope, searchParam: string): Promise<ContactNames> {
  if (searchesHiddenNumbers(scope.actor, searchParam)) return { contacts: [] }
  const { kind, filter } = await filterOf(scope, { searchParam })
  const rows = await findContacts(scope, kind, { ...filter, searchText: '', id: 0, limit: 50, offset: 0 })
  return { contacts: rows.map(({ id, name, number, isGroup }) => ({ id, name, number, isGroup: isGroup === 1 })) }
}

async function filterOf(scope: Scope, query: ContactQuery): Promise<{ kind: Kind; filter: ContactFilter }> {
  const text = foldText(await searchedText(scope, query.searchParam ?? ''))
  const days = await createdRange(scope, query)
  const { words, isNumber } = wordsOf(text)
  const filter = {
    ...contactQuery(scope.companyId, words, isNumber),
    ...{ words: listOf(words), isNumber: Number(isNumber), start: text, end: text + lastText },
    ...{ max: limits.countedContacts },
    ...days,
  }
  const kind = words.length > 0 ? 'words' : text !== '' ? 'letters' : 'all'
  return { kind: days === anyTime ? kind : `${kind}Created`, filter }
}

/** Words of at least three characters. A number may contain the usual separators, and is searched as one word. */
function wordsOf(text: string): { words: string[]; isNumber: boolean } {
  const isNumber = /^[\d\s()+.-]+$/.test(text)
  const words = isNumber ? [text.replace(/\D/g, '')] : text.replaceAll('\0', ' ').split(/\s+/)
  return { words: words.filter((word) => [...word].length >= 3), isNumber }
}

/** @throws ERR_VALIDATION for a day that the calendar does not have */
async function createdRange(scope: Scope, { date, dateStart = date, dateEnd = date }: ContactQuery) {
  if (dateStart === undefined && dateEnd === undefined) return anyTime
  const from = dateStart === undefined ? firstMoment : await startOfDay(scope, 'date', dateStart)
  return { from, until: dateEnd === undefined ? lastMoment : await startOfDay(scope, 'date', dateEnd, 1) }
}

/** Without the right to numbers the cursor has no name, which may be a number; it is read again by the id. */
async function positionAfter(scope: Scope, cursor: string | undefined) {
  const { text, id } = textOfCursor(cursor) ?? { text: '', id: 0 }
  if (cursor === undefined || !hidesNumbers(scope.actor)) return { searchText: text, id }
  const row = await scope.db.first(textOf, { id })
  if (!row) throw new AppError('ERR_VALIDATION', { fields: ['cursor'] })
  return { searchText: row.searchText, id }
}
