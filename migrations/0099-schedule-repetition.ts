import { type Kysely, sql } from 'kysely'

/** Repetition of scheduled messages, and pauses (docs/adr/0156). */
export const up = (db: Kysely<unknown>) => addColumns(db, 'text', 'integer')

/** The same in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) => addColumns(db, 'text collate "C"', 'bigint')

async function addColumns(db: Kysely<unknown>, text: string, integer: string) {
  await sql.raw(`alter table schedules add column repeat ${text}`).execute(db)
  await sql.raw(`alter table schedules add column paused ${integer} not null default 0`).execute(db)
}
