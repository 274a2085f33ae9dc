import { type RawBuilder, sql } from 'kysely'
import type { ListParameter } from './expressions'
import { knownNumbers } from './known-numbers'
import type { CompanyId } from './schema'

/**
 * Full-text index of contacts: trigrams of name, numbers and e-mail (migrations/baseline/contacts.ts, numbers:
 * migrations/0086-searched-numbers.ts). Only this file and search-index.ts know FTS5. The rowid of a contact is company × 2^32 + id, so each company has a range of its own.
 */

/** Parameters of a prepared query on the index: FTS5 expression and range of rowids. */
export interface ContactQuery {
  match: string
  first: number
  last: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

const idsPerCompany = 4_294_967_296

/** Parameters that find a company's contacts with all the words, each of three or more characters, or with a number. */
export function contactQuery(companyId: CompanyId, words: string[], isNumber: boolean): ContactQuery {
  const all = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
  const first = companyId * idsPerCompany
  return { match: isNumber ? `number : ${all}` : all, first, last: first + idsPerCompany - 1 }
}

const matches = (p: Param<ContactQuery>) =>
  sql`"contacts_fts" f where f."contacts_fts" match ${p('match')} and f.rowid between ${p('first')} and ${p('last')}`

/** Ids of the matching contacts. */
export const matchingContacts = (p: Param<ContactQuery>): RawBuilder<number> =>
  sql<number>`(select f.rowid - ${p('first')} from ${matches(p)})`

/** Number of matching contacts, counted up to `max`; reads the index only. */
export const countMatchingContacts = (p: Param<ContactQuery & { max: number }>): RawBuilder<number> =>
  sql<number>`(select count(*) from (select 1 from ${matches(p)} limit ${p('max')}))`

interface Page {
  searchText: string
  id: number
  limit: number
  offset: number
}

/**
 * Ids of one page of matching contacts by name: reads the index first, then the columns of the order, then the page.
 */
export const pageOfMatchingContacts = (p: Param<ContactQuery & Page>): RawBuilder<number> =>
  sql<number>`(select c."id" from "contacts_fts" f cross join "contacts" c on c."id" = f.rowid - ${p('first')}
    where f."contacts_fts" match ${p('match')} and f.rowid between ${p('first')} and ${p('last')}
      and (c."searchText", c."id") > (${p('searchText')}, ${p('id')})
    order by +c."searchText", c."id" limit ${p('limit')} offset ${p('offset')})`

/**
 * True for a row of `contacts` that contains every word, or in its numbers every digit sequence; does not use the index.
 */
export const contactHasWords = (p: Param<{ words: ListParameter; isNumber: number }>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from json_each(${p('words')}) w where instr(
    case ${p('isNumber')} when 1 then ${knownNumbers}
    else "contacts"."searchText" || char(10) || ${knownNumbers} || char(10) || lower("contacts"."email") end,
    w.value) = 0)`
