import { type Kysely, sql } from 'kysely'
import { companyForeignKey, flag, now, ownedTable, table, withCompany, withTimestamps } from './columns'

/** Adds fields of companies; creates help videos, announcements with their reads, and support grants. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('companies')
    .addColumn('language', 'text', (c) => c.notNull().defaultTo('pt').check(sql`language in ('pt', 'en', 'es')`))
    .execute()
  // Hours as JSON; the empty text means the default hours of src/shared/hours.ts.
  for (const column of ['schedules', 'holidays'])
    await db.schema
      .alterTable('companies')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await db.schema.createIndex('companies_plan').on('companies').column('planId').execute()
  await db.schema.alterTable('users').addColumn('support', 'integer', flag(0)).execute()

  await withTimestamps(table(db, 'helps'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('video', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull().defaultTo(''))
    .execute()

  await withTimestamps(ownedTable(db, 'announcements'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('folded', 'text', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(3).check(sql`priority in (1, 2, 3)`))
    .addColumn('status', 'integer', flag(1))
    .addColumn('mediaId', 'text')
    .addColumn('publishedAt', 'text', (c) => c.notNull().defaultTo(now))
    .execute()
  await db.schema
    .createTable('announcement_reads')
    .addColumn('companyId', 'integer', (c) => c.notNull())
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('seenAt', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('announcement_reads_key', ['companyId', 'userId'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .modifyEnd(sql`strict, without rowid`)
    .execute()

  await withCompany(table(db, 'support_grants'))
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('tokenId', 'integer', (c) => c.notNull().references('tokens.id').onDelete('cascade'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('startedAt', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'text', (c) => c.notNull())
    .addColumn('endedAt', 'text')
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await sql`create index support_grants_live on support_grants (companyId, id) where endedAt is null`.execute(db)
  await db.schema.createIndex('support_grants_user').on('support_grants').columns(['companyId', 'userId']).execute()
  await db.schema.createIndex('support_grants_token').on('support_grants').column('tokenId').execute()
}
