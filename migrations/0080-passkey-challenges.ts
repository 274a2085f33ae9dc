import type { Kysely } from 'kysely'
import { count } from './columns'

/** The challenge of a new passkey is used once, also after the passkey was deleted. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('users').addColumn('passkeyChallengeAt', 'integer', count).execute()
}
