import type { Kysely } from 'kysely'
import type { Database } from './schema'

/** Stores a value of the whole installation in the place of the one under its key. Call within a transaction. */
export async function storeInstallationValue(db: Pick<Kysely<Database>, 'insertInto'>, key: string, value: string) {
  await db
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
