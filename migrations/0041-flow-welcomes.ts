import { type Kysely, sql } from 'kysely'
import { companyForeignKey, now, table, withCompany } from './columns'

/** Records which contacts were welcomed by a flow on a connection; the record outlives their tickets. */
export async function up(db: Kysely<unknown>) {
  await withCompany(table(db, 'flow_welcomes'))
    .addColumn('contactId', 'integer', (c) => c.notNull())
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull().defaultTo(now))
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await sql`create index flow_welcomes_of on flow_welcomes (companyId, contactId, whatsappId)`.execute(db)
}
