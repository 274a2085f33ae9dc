import { type Kysely, sql } from 'kysely'
import { companyForeignKey, ownedTable, withTimestamps } from './columns'

/** Creates test cases of flows: conversations that must end in the same place. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'flow_cases'))
    .addColumn('flowId', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('contactId', 'integer')
    .addColumn('recording', 'text', (c) => c.notNull())
    .addColumn('ending', 'text', (c) => c.notNull())
    .addColumn('result', 'text')
    .addColumn('checkedAt', 'text')
    .$call(companyForeignKey('flowId', 'flows', 'cascade'))
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await sql`create index flow_cases_of on flow_cases (companyId, flowId, id)`.execute(db)
  await sql`create index flow_cases_contact on flow_cases (companyId, contactId) where contactId is not null`.execute(
    db,
  )
}
