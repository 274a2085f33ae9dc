import type { Kysely } from 'kysely'
import { companyForeignKey, flag, now, ownedTable } from './columns'

/** Adds passkeys of users. */
export async function up(db: Kysely<unknown>) {
  await ownedTable(db, 'passkeys')
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('rpId', 'text', (c) => c.notNull())
    .addColumn('userHandle', 'text', (c) => c.notNull())
    .addColumn('credentialId', 'text', (c) => c.notNull().unique())
    .addColumn('publicKey', 'blob', (c) => c.notNull())
    .addColumn('counter', 'integer', (c) => c.notNull())
    .addColumn('transports', 'text', (c) => c.notNull())
    .addColumn('synced', 'integer', flag(0))
    .addColumn('lastChallengeAt', 'integer', (c) => c.notNull())
    .addColumn('lastUsedAt', 'text')
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await db.schema.createIndex('passkeys_user').on('passkeys').columns(['companyId', 'userId']).execute()
}
