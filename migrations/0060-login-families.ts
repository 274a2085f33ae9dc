import type { Kysely } from 'kysely'

/**
 * Adds to logins: a random name that their refresh tokens contain, the further branches of tokens presented twice, and
 * the time of the first fork. Existing logins have no name; they end within 30 days.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('tokens').addColumn('family', 'text').execute()
  await db.schema
    .alterTable('tokens')
    .addColumn('branches', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('tokens').addColumn('forkedAt', 'text').execute()
}
