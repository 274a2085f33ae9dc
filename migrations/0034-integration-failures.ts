import type { Kysely } from 'kysely'

/** Adds the last failure of an integration: its time, and a code that the page translates. */
export async function up(db: Kysely<unknown>) {
  for (const name of ['failure', 'failedAt'])
    await db.schema.alterTable('queue_integrations').addColumn(name, 'text').execute()
}
