import type { Kysely } from 'kysely'
import { companyForeignKey, table, withCompany } from './columns'

/** Creates the saved filters of each user's ticket lists, in the user's order. */
export async function up(db: Kysely<unknown>) {
  await withCompany(table(db, 'ticket_views'))
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('filter', 'text', (c) => c.notNull())
    .addUniqueConstraint('ticket_views_order', ['companyId', 'userId', 'position'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}
