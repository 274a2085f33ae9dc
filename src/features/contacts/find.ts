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
export interface Wanted extends ContactQuestion {
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
export interface Part {
  folded: string
  id: number
  limit: number
  offset: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

/** Where another index finds few, these few are sorted. */
const sortedName = unindexed<string>('contacts.folded')

const ordered = <P extends Part>(
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
const found = (p: Param<Wanted>) => eb('contacts.id', 'in', matchingContacts(p))
const begins = (p: Param<Wanted>) => eb.between('contacts.folded', p('start'), p('end'))
const made = (p: Param<Wanted>) =>
  eb.and([eb('contacts.createdAt', '>=', p('from')), eb('contacts.createdAt', '<', p('until'))])
const counted = (db: Tables) => db.select('contacts').select((eb) => eb.fn.countAll<number>().as('count'))

const pages = {
  all: hot<Part & Wanted>()((db, p) => ordered(db, p)),
  words: hot<Part & Wanted>()((db, p) =>
    contactRows(db)
      .select('contacts.folded')
      .where('contacts.id', 'in', pageOfMatchingContacts(p))
      .orderBy(sortedName)
      .orderBy('contacts.id'),
  ),
  letters: hot<Part & Wanted>()((db, p) => ordered(db, p).where(begins(p))),
  allMade: hot<Part & Wanted>()((db, p) => ordered(db, p, sortedName).where(made(p))),
  wordsMade: hot<Part & Wanted>()((db, p) => ordered(db, p).where(found(p)).where(made(p))),
  lettersMade: hot<Part & Wanted>()((db, p) => ordered(db, p).where(begins(p)).where(made(p))),
}
const counts = {
  all: hot<Wanted>()((db) => counted(db)),
  words: hot<Wanted>()((db, p) => db.select('contacts').select(countMatchingContacts(p).as('count')).limit(1)),
  letters: hot<Wanted>()((db, p) => counted(db).where(begins(p))),
  allMade: hot<Wanted>()((db, p) => counted(db).where(made(p))),
  wordsMade: hot<Wanted>()((db, p) => counted(db).where(found(p)).where(made(p))),
  lettersMade: hot<Wanted>()((db, p) => counted(db).where(begins(p)).where(made(p))),
}

/** By what is asked: everybody, by words, or by the first letters; each also by when they were made. */
export type Kind = keyof typeof pages

/** Contacts in the order of their names. */
export async function findContacts(scope: Scope, kind: Kind, asked: Part & Wanted) {
  return kind === 'words' ? byWords(scope, asked) : scope.db.run(pages[kind], asked)
}

/** How many there are; of those that words find, `most` at most. */
export const countContacts = async (scope: Scope, kind: Kind, wanted: Wanted): Promise<number> =>
  (await scope.db.first(counts[kind], wanted))?.count ?? 0

/**
 * Words that nearly everybody has fill a page from the next names in order, so these are read first: the index of words
 * would bring all who have them, to be sorted, for the first thirty. It is asked when a stretch of names was not enough.
 */
async function byWords(scope: Scope, asked: Part & Wanted) {
  const bound = await scope.db.first(milestone, { folded: asked.folded, id: asked.id, stretch })
  const near = await scope.db.run(walk, { ...asked, untilName: bound?.folded ?? lastText, untilId: bound?.id ?? 0 })
  return near.length === asked.limit || !bound ? near : await scope.db.run(pages.words, asked)
}

const stretch = 1_000

const milestone = hot<{ folded: string; id: number; stretch: number }>()((db, p) =>
  db
    .select('contacts')
    .select(['contacts.folded', 'contacts.id'])
    .where(sortsAfter(['contacts.folded', 'contacts.id'], [p('folded'), p('id')]))
    .orderBy('contacts.folded')
    .orderBy('contacts.id')
    .limit(1)
    .offset(p('stretch')),
)
const walk = hot<Part & Wanted & { untilName: string; untilId: number }>()((db, p) =>
  ordered(db, p)
    .where(sortsUpTo(['contacts.folded', 'contacts.id'], [p('untilName'), p('untilId')]))
    .where(contactHasWords(p)),
)
