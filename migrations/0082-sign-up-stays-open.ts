import type { Kysely } from 'kysely'

interface Tables {
  companies: { id: number }
  installation: { key: string; value: string }
}

/**
 * Stores the sign-up as open in an installation that has companies and no value: until now, that meant open. New
 * installations begin with a closed one.
 */
export async function up(db: Kysely<Tables>) {
  if (!(await db.selectFrom('companies').select('id').limit(1).executeTakeFirst())) return
  await db
    .insertInto('installation')
    .values({ key: 'userCreation', value: 'enabled' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
