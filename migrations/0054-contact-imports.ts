import { type Kysely, sql } from 'kysely'
import { companyForeignKey, ownedTable, table, withCompany, withTimestamps } from './columns'

/** Creates imports into contact lists, and the rows they refused. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'contact_list_imports'))
    .addColumn('contactListId', 'integer', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('sourceDetail', 'text')
    .addColumn('fileName', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('mediaId', 'text')
    .addColumn('preview', 'text')
    .addColumn('columns', 'text')
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('running'))
    .addColumn('reason', 'text')
    .addColumn('total', 'integer')
    .addColumn('position', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('handled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('added', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('known', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('repeated', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('invalid', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('optedOut', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('userId', 'integer')
    .addColumn('endedAt', 'text')
    .$call(companyForeignKey('contactListId', 'contact_lists', 'cascade'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  await sql`create index contact_list_imports_of_list on contact_list_imports (companyId, contactListId, id)`.execute(
    db,
  )
  await sql`create index contact_list_imports_media on contact_list_imports (companyId, mediaId) where mediaId is not null`.execute(
    db,
  )

  await withCompany(table(db, 'contact_list_import_errors'))
    .addColumn('importId', 'integer', (c) => c.notNull())
    .addColumn('row', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('fault', 'text', (c) => c.notNull())
    .addColumn('other', 'text', (c) => c.notNull().defaultTo(''))
    .$call(companyForeignKey('importId', 'contact_list_imports', 'cascade'))
    .execute()
  await sql`create index contact_list_import_errors_of on contact_list_import_errors (companyId, importId, id)`.execute(
    db,
  )
}
