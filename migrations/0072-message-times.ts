import { type Kysely, sql } from 'kysely'

/** Times at which a sent message reached each state. */
export async function up(db: Kysely<unknown>) {
  for (const column of ['sentAt', 'deliveredAt', 'readAt'])
    await sql`alter table messages add column ${sql.raw(column)} text`.execute(db)
}
