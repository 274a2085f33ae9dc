import { type Kysely, sql } from 'kysely'
import { companyForeignKey, flag, ownedTable, withTimestamps } from './columns'

/** Creates tags and their assignment to tickets. Tags flagged `kanban` are the lanes of the board. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'tags'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('folded', 'text', (c) => c.notNull())
    .addColumn('color', 'text', (c) => c.notNull())
    .addColumn('kanban', 'integer', flag(0))
    .addColumn('orderTag', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('userId', 'integer')
    // Also the index for the order of the list.
    .addUniqueConstraint('tags_name', ['companyId', 'folded'])
    .execute()

  await db.schema
    .createTable('ticket_tags')
    .addColumn('companyId', 'integer', (c) => c.notNull())
    .addColumn('ticketId', 'integer', (c) => c.notNull())
    .addColumn('tagId', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ticket_tags_key', ['companyId', 'ticketId', 'tagId'])
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('tagId', 'tags', 'cascade'))
    .modifyEnd(sql`strict, without rowid`)
    .execute()
  await db.schema.createIndex('ticket_tags_tag').on('ticket_tags').columns(['companyId', 'tagId', 'ticketId']).execute()
}
