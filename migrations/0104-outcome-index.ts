import { type Kysely, sql } from 'kysely'

/** Index from which the dashboard counts the outcomes of a period, without reading its attendances. */
export const up = (db: Kysely<unknown>) => create(db)

/** The same in PostgreSQL. */
export const upOnPostgres = (db: Kysely<unknown>) => create(db)

async function create(db: Kysely<unknown>) {
  await sql`create index attendances_outcome on attendances ("companyId", "finishedAt", outcome, "queueId")
    where outcome is not null`.execute(db)
}
