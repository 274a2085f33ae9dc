import { type Kysely, sql } from 'kysely'
import { companyForeignKey, ownedTable, withTimestamps } from './columns'

/** Creates checks of a list's numbers on WhatsApp, and finds the refused rows of a person who is erased. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'number_checks'))
    .addColumn('contactListId', 'integer', (c) => c.notNull())
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('running'))
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('checked', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('refusals', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('retryAt', 'text')
    .addColumn('userId', 'integer')
    .addColumn('endedAt', 'text')
    .$call(companyForeignKey('contactListId', 'contact_lists', 'cascade'))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await sql`create index number_checks_of_list on number_checks (companyId, contactListId, id)`.execute(db)
  await sql`create index number_checks_of_connection on number_checks (companyId, whatsappId)`.execute(db)
  await sql`create index contact_list_import_errors_number on contact_list_import_errors (companyId, number)`.execute(
    db,
  )
}
