import { sql } from 'kysely'
import type { Scope } from '../../core/scope'
import { hot, type Tables } from '../../core/storage/tenant'
import { contactRows } from './read'

/** Which contacts are asked for; every part of it has an index. */
export interface Wanted {
  /** Where counting stops. */
  most: number
  /** Rows of `contacts_fts` for these words, within the company's own stretch of it. */
  match: string
  first: number
  last: number
  /** The same words as JSON, and whether only numbers are meant. */
  words: string
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

const name = sql.ref<string>('contacts.folded')
/** The same, but not as an index has it: where another index finds few, these few are sorted. */
const sortedName = sql<string>`+"contacts"."folded"`

const ordered = <P extends Part>(db: Tables, p: Param<P>, by = name) =>
  contactRows(db)
    .select('contacts.folded')
    .where(sql<boolean>`(${by}, "contacts"."id") > (${p('folded')}, ${p('id')})`)
    .orderBy(by)
    .orderBy('contacts.id')
    .limit(p('limit'))
    .offset(p('offset'))
const matches = <P extends Wanted>(p: Param<P>) =>
  sql`contacts_fts f where f.contacts_fts match ${p('match')} and f.rowid between ${p('first')} and ${p('last')}`
const found = <P extends Wanted>(p: Param<P>) =>
  sql<boolean>`contacts.id in (select f.rowid - ${p('first')} from ${matches(p)})`
const begins = <P extends Wanted>(p: Param<P>) =>
  sql<boolean>`"contacts"."folded" between ${p('start')} and ${p('end')}`
const made = <P extends Wanted>(p: Param<P>) =>
  sql<boolean>`"contacts"."createdAt" >= ${p('from')} and "contacts"."createdAt" < ${p('until')}`
const counted = (db: Tables) => db.select('contacts').select((eb) => eb.fn.countAll<number>().as('count'))

const pages = {
  all: hot<Part & Wanted>()((db, p) => ordered(db, p)),
  // The index of words first, then only what is needed for the order, then the page.
  words: hot<Part & Wanted>()((db, p) =>
    contactRows(db)
      .select('contacts.folded')
      .where(sql<boolean>`contacts.id in (select c.id from contacts_fts f cross join contacts c
        on c.id = f.rowid - ${p('first')}
        where f.contacts_fts match ${p('match')} and f.rowid between ${p('first')} and ${p('last')}
          and (c.folded, c.id) > (${p('folded')}, ${p('id')})
        order by +c.folded, c.id limit ${p('limit')} offset ${p('offset')})`)
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
  // The index of words knows by itself how many there are, within the company's stretch.
  words: hot<Wanted>()((db, p) =>
    db
      .select('contacts')
      .select(sql<number>`(select count(*) from (select 1 from ${matches(p)} limit ${p('most')}))`.as('count'))
      .limit(1),
  ),
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
  const near = await scope.db.run(walk, { ...asked, untilName: bound?.folded ?? lastLetter, untilId: bound?.id ?? 0 })
  return near.length === asked.limit || !bound ? near : await scope.db.run(pages.words, asked)
}

const stretch = 1_000
/** Sorts after every name. */
export const lastLetter = '\u{10ffff}'

const milestone = hot<{ folded: string; id: number; stretch: number }>()((db, p) =>
  db
    .select('contacts')
    .select(['contacts.folded', 'contacts.id'])
    .where(sql<boolean>`(${name}, "contacts"."id") > (${p('folded')}, ${p('id')})`)
    .orderBy(name)
    .orderBy('contacts.id')
    .limit(1)
    .offset(p('stretch')),
)
const walk = hot<Part & Wanted & { untilName: string; untilId: number }>()((db, p) =>
  ordered(db, p)
    .where(sql<boolean>`(${name}, "contacts"."id") <= (${p('untilName')}, ${p('untilId')})`)
    .where(sql<boolean>`not exists (select 1 from json_each(${p('words')}) w where instr(
      case ${p('isNumber')} when 1 then coalesce("contacts"."number", '')
      else "contacts"."folded" || char(10) || coalesce("contacts"."number", '') || char(10) || lower("contacts"."email") end,
      w.value) = 0)`),
)
