import { type Kysely, sql } from 'kysely'
import { companyForeignKey, now } from './columns'

/**
 * Creates drafts, one row per user and ticket, and the user's setting for how many seconds a sent message can be
 * undone.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .createTable('drafts')
    .addColumn('companyId', 'integer', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('ticketId', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull().defaultTo(now))
    .addPrimaryKeyConstraint('drafts_key', ['companyId', 'userId', 'ticketId'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .modifyEnd(sql`strict, without rowid`)
    .execute()
  await db.schema.createIndex('drafts_ticket').on('drafts').columns(['companyId', 'ticketId']).execute()
  await sql`alter table users add column undoSeconds integer not null default 3 check (undoSeconds in (0, 3, 5, 10))`.execute(
    db,
  )
}
