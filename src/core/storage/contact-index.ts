import { type RawBuilder, sql } from 'kysely'
import { engineForms } from './engine-forms'
import { type ListParameter, listOf } from './expressions'
import { knownNumbers } from './known-numbers'
import { likePattern } from './postgres/like-pattern'
import type { CompanyId } from './schema'

/**
 * Full-text index of contacts: trigrams of name, numbers and e-mail. In SQLite an FTS5 table (migrations/baseline/
 * contacts.ts, numbers: migrations/0086-searched-numbers.ts), whose rowid of a contact is company × 2^32 + id, so that
 * each company has a range of its own. In PostgreSQL a table with the texts and a GIN index of their trigrams
 * (migrations/postgres/baseline/search.sql). Only this file and search-index.ts know them.
 */

/** Parameters of a prepared query on the index. */
export interface ContactQuery {
  /** FTS5 expression. */
  match: string
  /** Range of rowids. */
  first: number
  last: number
  /** Pattern of the longest word for PostgreSQL's index, and those of all words. */
  longest: string
  patterns: ListParameter
  /** 1 for a number: only numbers are searched. */
  isNumber: number
}
type Param<P> = <K extends keyof P & string>(name: K) => P[K]

const idsPerCompany = 4_294_967_296

/** Parameters that find a company's contacts with all the words, each of three or more characters, or with a number. */
export function contactQuery(companyId: CompanyId, words: string[], isNumber: boolean): ContactQuery {
  const all = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ')
  const first = companyId * idsPerCompany
  const [longest = ''] = words.toSorted((one, other) => other.length - one.length)
  return {
    ...{ match: isNumber ? `number : ${all}` : all, first, last: first + idsPerCompany - 1 },
    ...{ longest: likePattern(longest), patterns: listOf(words.map(likePattern)), isNumber: Number(isNumber) },
  }
}

const matches = (p: Param<ContactQuery>) =>
  sql`"contacts_fts" f where f."contacts_fts" match ${p('match')} and f.rowid between ${p('first')} and ${p('last')}`

/** Rows `s` of the matching contacts in PostgreSQL. The index finds the longest word; the others are compared. */
const rowsOf = (p: Param<ContactQuery>) => sql`contact_search s
  where s."companyId" = ${p('first')}::bigint / ${sql.lit(idsPerCompany)} and s.body like ${p('longest')}
    and (case ${p('isNumber')} when 1 then s.numbers else s.body end)
      like all (array(select json_array_elements_text(${p('patterns')}::text::json)))`

/** Ids of the matching contacts. */
export const matchingContacts = (p: Param<ContactQuery>): RawBuilder<number> =>
  engineForms({
    sqlite: sql<number>`(select f.rowid - ${p('first')} from ${matches(p)})`,
    postgres: sql`(select s."contactId" from ${rowsOf(p)})`,
  })

/** Number of matching contacts, counted up to `max`; reads the index only. */
export const countMatchingContacts = (p: Param<ContactQuery & { max: number }>): RawBuilder<number> =>
  engineForms({
    sqlite: sql<number>`(select count(*) from (select 1 from ${matches(p)} limit ${p('max')}))`,
    postgres: sql`(select count(*) from (select 1 from ${rowsOf(p)} limit ${p('max')}) as found)`,
  })

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
  engineForms({
    sqlite: sql<number>`(select c."id" from "contacts_fts" f cross join "contacts" c on c."id" = f.rowid - ${p('first')}
    where f."contacts_fts" match ${p('match')} and f.rowid between ${p('first')} and ${p('last')}
      and (c."searchText", c."id") > (${p('searchText')}, ${p('id')})
    order by +c."searchText", c."id" limit ${p('limit')} offset ${p('offset')})`,
    postgres: sql`(select c.id from contacts c
    where c.id in (select s."contactId" from ${rowsOf(p)}) and (c."searchText", c.id) > (${p('searchText')}, ${p('id')})
    order by c."searchText", c.id limit ${p('limit')} offset ${p('offset')})`,
  })

/**
 * True for a row of `contacts` that contains every word, or in its numbers every digit sequence; does not use the index.
 */
export const contactHasWords = (p: Param<{ words: ListParameter; isNumber: number }>): RawBuilder<boolean> => {
  const searched = (newline: RawBuilder<unknown>) => sql`case ${p('isNumber')} when 1 then ${knownNumbers}
    else "contacts"."searchText" || ${newline} || ${knownNumbers} || ${newline} || lower("contacts"."email") end`
  return engineForms({
    sqlite: sql<boolean>`not exists (select 1 from json_each(${p('words')}) w where instr(${searched(sql`char(10)`)},
    w.value) = 0)`,
    postgres: sql`not exists (select 1 from json_array_elements_text(${p('words')}::text::json) w(value)
    where strpos(${searched(sql`chr(10)`)}, w.value) = 0)`,
  })
}
