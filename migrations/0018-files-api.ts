import { type Kysely, sql } from 'kysely'
import { companyForeignKey, ownedTable, table, withCompany, withTimestamps } from './columns'

/** Creates file lists (files sent together), and the codes that reset a forgotten password. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'file_lists'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .execute()
  await sql`create unique index file_lists_code on file_lists (companyId, code)`.execute(db)

  await ownedTable(db, 'file_options')
    .addColumn('fileListId', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('mediaId', 'text')
    .$call(companyForeignKey('fileListId', 'file_lists', 'cascade'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  await sql`create index file_options_of on file_options (companyId, fileListId, position, id)`.execute(db)
  await sql`create index file_options_media on file_options (companyId, mediaId) where mediaId is not null`.execute(db)

  await withCompany(table(db, 'password_resets'))
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('codeHash', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'text', (c) => c.notNull())
    .addColumn('usedAt', 'text')
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await sql`create index password_resets_of on password_resets (companyId, userId, id)`.execute(db)
  await sql`create index password_resets_old on password_resets (createdAt)`.execute(db)
}
