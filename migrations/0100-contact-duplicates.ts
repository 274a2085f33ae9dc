import { type Kysely, sql } from 'kysely'

/**
 * Indexes by which probable duplicates of contacts are found, and pairs that a person judged to be two people
 * (docs/adr/0157). A pair has no foreign keys: ids are never used again, and a row of a deleted contact matches nothing.
 */
export const up = (db: Kysely<unknown>) => create(db, 'integer', 'strict, without rowid')

/** The same in PostgreSQL. */
export const upOnPostgres = (db: Kysely<unknown>) => create(db, 'bigint', '')

async function create(db: Kysely<unknown>, integer: string, end: string) {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create index contacts_email on contacts ("companyId", email, id) where email <> ''`)
  await run(`create index contacts_unnumbered on contacts ("companyId", "searchText", id) where number is null`)
  await run(`create table contact_distinct (
    "companyId" ${integer} not null references companies (id) on delete cascade,
    "contactId" ${integer} not null, "otherId" ${integer} not null,
    constraint contact_distinct_key primary key ("companyId", "contactId", "otherId")) ${end}`)
}
