import { type Kysely, sql } from 'kysely'

/** Companies to which an announcement goes: their ids between commas, such as `,3,7,`; empty for all. */
export const up = (db: Kysely<unknown>) => create(db, 'text')

/** The same in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) => create(db, 'text collate "C"')

async function create(db: Kysely<unknown>, text: string) {
  await sql.raw(`alter table announcements add column companies ${text} not null default ''`).execute(db)
}
