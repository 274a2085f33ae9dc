import type { Kysely } from 'kysely'
import { companyForeignKey, ownedTable } from './columns'

/**
 * Creates the open invitations of a team. Only the hash of the link is stored. An accepted or revoked invitation is
 * deleted, and so are those of an admin who is deleted.
 */
export async function up(db: Kysely<unknown>) {
  await ownedTable(db, 'invitations')
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('profile', 'text', (c) => c.notNull())
    .addColumn('queueIds', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'text', (c) => c.notNull())
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}
