import { type Kysely, sql } from 'kysely'

/** Price of the plan that an invoice was made or changed for; unknown for former invoices (docs/adr/0192). */
export const up = (db: Kysely<unknown>) => create(db, 'integer')

/** The same in PostgreSQL. */
export const upOnPostgres = (db: Kysely<unknown>) => create(db, 'bigint')

async function create(db: Kysely<unknown>, integer: string) {
  await sql.raw(`alter table invoices add column "planValue" ${integer}`).execute(db)
}
