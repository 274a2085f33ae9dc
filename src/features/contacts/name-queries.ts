import { expressionBuilder } from 'kysely'
import type { Scope } from '../../core/scope'
import {
  type ContactQuestion,
  contactHasWords,
  countMatchingContacts,
  matchingContacts,
  pageOfMatchingContacts,
} from '../../core/storage/contact-index'
import { type List, lastText, sortsAfter, sortsUpTo, unindexed } from '../../core/storage/expressions'
import type { Database } from '../../core/storage/schema'
import { hot, type Tables } from '../../core/storage/tenant'
import { contactRows } from './read'

/** Which contacts are asked for; every part of it has an index. */
export interface ContactFilter extends ContactQuestion {
  /** Where counting stops. */
  most: number
  /** The words of the question, and whether only numbers are meant. */
  words: List
  isNumber: number
  /** For words too short for three letters: how a name begins. */
  start: string
  end: string
  from: string
  until: string
}
export interface PagePosition {
  folded: string
  id: number
  limit: number
  offset: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

/** Where another index finds few, these few are sorted. */
const sortedName = unindexed<string>('contacts.folded')

const pageByName = <P extends PagePosition>(
  db: Tables,
  p: Param<P>,
  by: typeof sortedName | 'contacts.folded' = 'contacts.folded',
) =>
  contactRows(db)
    .select('contacts.folded')
    .where(sortsAfter([by, 'contacts.id'], [p('folded'), p('id')]))
    .orderBy(by)
    .orderBy('contacts.id')
    .limit(p('limit'))
    .offset(p('offset'))
const eb = expressionBuilder<Database, 'contacts'>()
const matchesWords = (p: Param<ContactFilter>) => eb('contacts.id', 'in', matchingContacts(p))
const nameBegins = (p: Param<ContactFilter>) => eb.between('contacts.folded', p('start'), p('end'))
const createdWithin = (p: Param<ContactFilter>) =>
  eb.and([eb('contacts.createdAt', '>=', p('from')), eb('contacts.createdAt', '<', p('until'))])
const countRows = (db: Tables) => db.select('contacts').select((eb) => eb.fn.countAll<number>().as('count'))

const pages = {
  all: hot<PagePosition & ContactFilter>()((db, p) => pageByName(db, p)),
  words: hot<PagePosition & ContactFilter>()((db, p) =>
    contactRows(db)
      .select('contacts.folded')
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

/** By what is asked: everybody, by words, or by the first letters; each also by when they were made. */
export type Kind = keyof typeof pages

/** Contacts in the order of their names. */
export async function findContacts(scope: Scope, kind: Kind, asked: PagePosition & ContactFilter) {
  return kind === 'words' ? findByWords(scope, asked) : scope.db.run(pages[kind], asked)
}

/** How many there are; of those that words find, `most` at most. */
export const countContacts = async (scope: Scope, kind: Kind, wanted: ContactFilter): Promise<number> =>
  (await scope.db.first(counts[kind], wanted))?.count ?? 0

/**
 * Words that nearly everybody has fill a page from the next names in order, so these are read first: the index of words
 * would bring all who have them, to be sorted, for the first thirty. It is asked when a stretch of names was not enough.
 */
async function findByWords(scope: Scope, asked: PagePosition & ContactFilter) {
  const bound = await scope.db.first(endOfScan, { folded: asked.folded, id: asked.id, stretch: scanLength })
  const near = await scope.db.run(scanNames, {
    ...asked,
    untilName: bound?.folded ?? lastText,
    untilId: bound?.id ?? 0,
  })
  return near.length === asked.limit || !bound ? near : await scope.db.run(pages.words, asked)
}

const scanLength = 1_000

const endOfScan = hot<{ folded: string; id: number; stretch: number }>()((db, p) =>
  db
    .select('contacts')
    .select(['contacts.folded', 'contacts.id'])
    .where(sortsAfter(['contacts.folded', 'contacts.id'], [p('folded'), p('id')]))
    .orderBy('contacts.folded')
    .orderBy('contacts.id')
    .limit(1)
    .offset(p('stretch')),
)
const scanNames = hot<PagePosition & ContactFilter & { untilName: string; untilId: number }>()((db, p) =>
  pageByName(db, p)
    .where(sortsUpTo(['contacts.folded', 'contacts.id'], [p('untilName'), p('untilId')]))
    .where(contactHasWords(p)),
)
