import { type Kysely, sql } from 'kysely'

/** Page of the payment service on which a charge can be paid, also by card (docs/adr/0183). */
export const up = (db: Kysely<unknown>) => add(db, 'text')

/** The same in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) => add(db, 'text collate "C"')

async function add(db: Kysely<unknown>, text: string) {
  await sql.raw(`alter table charges add column "payUrl" ${text} not null default ''`).execute(db)
}
