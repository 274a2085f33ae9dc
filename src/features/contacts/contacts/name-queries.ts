import { expressionBuilder } from 'kysely'
import type { Scope } from '../../../core/scope'
import {
  type ContactQuery,
  contactHasWords,
  countMatchingContacts,
  matchingContacts,
  pageOfMatchingContacts,
} from '../../../core/storage/contact-index'
import { type ListParameter, lastText, sortsAfter, sortsUpTo, unindexedColumn } from '../../../core/storage/expressions'
import type { Database } from '../../../core/storage/schema'
import { hot, type Tables } from '../../../core/storage/tenant'
import { contactRows } from './read'

/** Filter of contacts; every condition has an index. */
export interface ContactFilter extends ContactQuery {
  /** Maximum counted; counting stops there. */
  max: number
  /** The words searched for; `isNumber` is 1 when they are searched in numbers only. */
  words: ListParameter
  isNumber: number
  /** Range of names, for texts shorter than three letters: from `start` to `end`, inclusive. */
  start: string
  end: string
  /** Range of the creation time: `from` inclusive, `until` exclusive. */
  from: string
  until: string
}
interface PagePosition {
  searchText: string
  id: number
  limit: number
  offset: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

/** The name without its index, for queries in which another index finds few rows to sort. */
const sortedName = unindexedColumn<string>('contacts.searchText')

const pageByName = <P extends PagePosition>(
  db: Tables,
  p: Param<P>,
  by: typeof sortedName | 'contacts.searchText' = 'contacts.searchText',
) =>
  contactRows(db)
    .select('contacts.searchText')
    .where(sortsAfter([by, 'contacts.id'], [p('searchText'), p('id')]))
    .orderBy(by)
    .orderBy('contacts.id')
    .limit(p('limit'))
    .offset(p('offset'))
const eb = expressionBuilder<Database, 'contacts'>()
const matchesWords = (p: Param<ContactFilter>) => eb('contacts.id', 'in', matchingContacts(p))
const nameBegins = (p: Param<ContactFilter>) => eb.between('contacts.searchText', p('start'), p('end'))
const createdWithin = (p: Param<ContactFilter>) =>
  eb.and([eb('contacts.createdAt', '>=', p('from')), eb('contacts.createdAt', '<', p('until'))])
const countRows = (db: Tables) => db.select('contacts').select((eb) => eb.fn.countAll<number>().as('count'))

const pages = {
  all: hot<PagePosition & ContactFilter>()((db, p) => pageByName(db, p)),
  words: hot<PagePosition & ContactFilter>()((db, p) =>
    contactRows(db)
      .select('contacts.searchText')
      .where('contacts.id', 'in', pageOfMatchingContacts(p))
      .orderBy(sortedName)
      .orderBy('contacts.id'),
  ),
  letters: hot<PagePosition & ContactFilter>()((db, p) => pageByName(db, p).where(nameBegins(p))),
  allCreated: hot<PagePosition & ContactFilter>()((db, p) => pageByName(db, p, sortedName).where(createdWithin(p))),
  wordsCreated: hot<PagePosition & ContactFilter>()((db, p) =>
    pageByName(db, p).where(matchesWords(p)).where(createdWithin(p)),
  ),
  lettersCreated: hot<PagePosition & ContactFilter>()((db, p) =>
    pageByName(db, p).where(nameBegins(p)).where(createdWithin(p)),
  ),
}
const counts = {
  all: hot<ContactFilter>()((db) => countRows(db)),
  words: hot<ContactFilter>()((db, p) => db.select('contacts').select(countMatchingContacts(p).as('count')).limit(1)),
  letters: hot<ContactFilter>()((db, p) => countRows(db).where(nameBegins(p))),
  allCreated: hot<ContactFilter>()((db, p) => countRows(db).where(createdWithin(p))),
  wordsCreated: hot<ContactFilter>()((db, p) => countRows(db).where(matchesWords(p)).where(createdWithin(p))),
  lettersCreated: hot<ContactFilter>()((db, p) => countRows(db).where(nameBegins(p)).where(createdWithin(p))),
}

/** Kinds of queries: all contacts, by words or by first letters; each also within a range of creation times. */
export type Kind = keyof typeof pages

/** A page of contacts by name. */
export async function findContacts(scope: Scope, kind: Kind, query: PagePosition & ContactFilter) {
  return kind === 'words' ? findByWords(scope, query) : scope.db.run(pages[kind], query)
}

/** Number of contacts; a search by words counts at most `max`. */
export const countContacts = async (scope: Scope, kind: Kind, filter: ContactFilter): Promise<number> =>
  (await scope.db.first(counts[kind], filter))?.count ?? 0

/**
 * Searches by words. Words that most contacts have fill a page from the next 1,000 names in order, so those are scanned
 * first: the full-text index would return all matches, to be sorted, for a page of thirty. The index is used when the
 * scan did not fill the page.
 */
async function findByWords(scope: Scope, query: PagePosition & ContactFilter) {
  const scanEnd = await scope.db.first(endOfScan, { searchText: query.searchText, id: query.id, stretch: scanLength })
  const scanned = await scope.db.run(scanNames, {
    ...query,
    untilName: scanEnd?.searchText ?? lastText,
    untilId: scanEnd?.id ?? 0,
  })
  return scanned.length === query.limit || !scanEnd ? scanned : await scope.db.run(pages.words, query)
}

/** Contacts scanned by name before the full-text index is used. */
const scanLength = 1_000

const endOfScan = hot<{ searchText: string; id: number; stretch: number }>()((db, p) =>
  db
    .select('contacts')
    .select(['contacts.searchText', 'contacts.id'])
    .where(sortsAfter(['contacts.searchText', 'contacts.id'], [p('searchText'), p('id')]))
    .orderBy('contacts.searchText')
    .orderBy('contacts.id')
    .limit(1)
    .offset(p('stretch')),
)
const scanNames = hot<PagePosition & ContactFilter & { untilName: string; untilId: number }>()((db, p) =>
  pageByName(db, p)
    .where(sortsUpTo(['contacts.searchText', 'contacts.id'], [p('untilName'), p('untilId')]))
    .where(contactHasWords(p)),
)
