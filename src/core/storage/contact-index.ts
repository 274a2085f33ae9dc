import { type RawBuilder, sql } from 'kysely'
import type { List } from './expressions'
import type { CompanyId } from './schema'

/**
 * Full-text index of contacts: name, number and e-mail by their three-character pieces (migrations/0007-contacts.ts).
 * This file and search-index.ts are the only ones that know FTS5. Each company has a stretch of row numbers of its own.
 */

/** A question to the index, as parameters of a prepared query. */
export interface ContactQuery {
  match: string
  first: number
  last: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

const stretch = 4_294_967_296

/** Asks for contacts of a company that have all the words, each of three characters or more, or a number. */
export function contactQuery(companyId: CompanyId, words: string[], isNumber: boolean): ContactQuery {
  const all = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
  const first = companyId * stretch
  return { match: isNumber ? `number : ${all}` : all, first, last: first + stretch - 1 }
}

const matches = (p: Param<ContactQuery>) =>
  sql`"contacts_fts" f where f."contacts_fts" match ${p('match')} and f.rowid between ${p('first')} and ${p('last')}`

/** Ids of the contacts that were asked for. */
export const matchingContacts = (p: Param<ContactQuery>): RawBuilder<number> =>
  sql<number>`(select f.rowid - ${p('first')} from ${matches(p)})`

/** How many were asked for, up to `most`; the index knows by itself. */
export const countMatchingContacts = (p: Param<ContactQuery & { most: number }>): RawBuilder<number> =>
  sql<number>`(select count(*) from (select 1 from ${matches(p)} limit ${p('most')}))`

interface Page {
  folded: string
  id: number
  limit: number
  offset: number
}

/** Ids of one page of them by name: the index first, then only what is needed for the order, then the page. */
export const pageOfMatchingContacts = (p: Param<ContactQuery & Page>): RawBuilder<number> =>
  sql<number>`(select c."id" from "contacts_fts" f cross join "contacts" c on c."id" = f.rowid - ${p('first')}
    where f."contacts_fts" match ${p('match')} and f.rowid between ${p('first')} and ${p('last')}
      and (c."folded", c."id") > (${p('folded')}, ${p('id')})
    order by +c."folded", c."id" limit ${p('limit')} offset ${p('offset')})`

/** True for a row of `contacts` that has every word, or every digit where a number is meant; read without the index. */
export const contactHasWords = (p: Param<{ words: List; isNumber: number }>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from json_each(${p('words')}) w where instr(
    case ${p('isNumber')} when 1 then coalesce("contacts"."number", '')
    else "contacts"."folded" || char(10) || coalesce("contacts"."number", '') || char(10) || lower("contacts"."email") end,
    w.value) = 0)`
