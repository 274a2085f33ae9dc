import { type Kysely, sql } from 'kysely'
import { ownedTable } from './columns'

/** Creates the register of people who want no campaigns. */
export async function up(db: Kysely<unknown>) {
  await ownedTable(db, 'opt_outs')
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('word', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('whatsappId', 'integer')
    .addColumn('campaignId', 'integer')
    .addColumn('userId', 'integer')
    .addColumn('at', 'text', (c) => c.notNull())
    .addUniqueConstraint('opt_outs_once', ['companyId', 'number'])
    .execute()
  await sql`create index opt_outs_newest on opt_outs (companyId, at, id)`.execute(db)
}
