import { type Kysely, sql } from 'kysely'
import { now, table, withCompany } from './columns'

/** Creates the audit log: user, address, time and change. Append-only: triggers refuse updates and deletes. */
export async function up(db: Kysely<unknown>) {
  await withCompany(table(db, 'audit_log'))
    .addColumn('at', 'text', (c) => c.notNull().defaultTo(now))
    .addColumn('actorId', 'integer')
    .addColumn('actorName', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('entity', 'text', (c) => c.notNull())
    .addColumn('entityId', 'integer')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('before', 'text', (c) => c.notNull())
    .addColumn('after', 'text', (c) => c.notNull())
    .execute()
  // The only index: each one costs time at every change, and a company has few enough rows to scan.
  await db.schema.createIndex('audit_log_of').on('audit_log').columns(['companyId', 'id']).execute()
  await sql`create trigger audit_log_unchanged before update on audit_log
    begin select raise(abort, 'the audit log is append-only'); end`.execute(db)
  // Rows are deleted only together with their company.
  await sql`create trigger audit_log_kept before delete on audit_log
    when exists (select 1 from companies where id = old.companyId)
    begin select raise(abort, 'the audit log is append-only'); end`.execute(db)
}
