import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  emptyText,
  index,
  ownedTable,
  required,
  table,
  withCompany,
  withTimestamps,
} from './columns'

/**
 * Imports of people into lists and into the contacts are one table (docs/adr/0112); people of lists have variables. The
 * tables of list imports are copied, because SQLite cannot make a column optional.
 */
export async function up(db: Kysely<unknown>) {
  await createContactImports(db)
  await createContactImportErrors(db)
  await copyListImports(db)
  await db.schema
    .alterTable('contact_lists')
    .addColumn('variables', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .alterTable('contact_list_items')
    .addColumn('variables', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
}

/** Imports from files, and for lists also from people the company already has; into the contacts without a list. */
async function createContactImports(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'contact_imports'))
    .addColumn('contactListId', 'integer')
    .addColumn('source', 'text', required)
    .addColumn('sourceDetail', 'text')
    .addColumn('fileName', 'text', emptyText)
    .addColumn('mediaId', 'text')
    .addColumn('preview', 'text')
    .addColumn('layout', 'text')
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('running'))
    .addColumn('reason', 'text')
    .addColumn('total', 'integer')
    .addColumn('position', 'integer', count)
    .addColumn('handled', 'integer', count)
    .addColumn('added', 'integer', count)
    .addColumn('filled', 'integer', count)
    .addColumn('known', 'integer', count)
    .addColumn('repeated', 'integer', count)
    .addColumn('invalid', 'integer', count)
    .addColumn('leftOut', 'integer', count)
    .addColumn('optedOut', 'integer', count)
    .addColumn('userId', 'integer')
    .addColumn('endedAt', 'text')
    .$call(companyForeignKey('contactListId', 'contact_lists', 'cascade'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  await index(db, 'contact_imports_of_list', 'contact_imports', ['companyId', 'contactListId', 'id'])
  const hasFile = sql`mediaId is not null`
  await index(db, 'contact_imports_media', 'contact_imports', ['companyId', 'mediaId'], hasFile)
}

/** Rows that an import did not add, and cells that it left out of the others. */
async function createContactImportErrors(db: Kysely<unknown>) {
  await withCompany(table(db, 'contact_import_errors'))
    .addColumn('importId', 'integer', required)
    .addColumn('row', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('number', 'text', required)
    .addColumn('fault', 'text', required)
    .addColumn('other', 'text', emptyText)
    .addColumn('cell', 'text', emptyText)
    .$call(companyForeignKey('importId', 'contact_imports', 'cascade'))
    .execute()
  await index(db, 'contact_import_errors_of', 'contact_import_errors', ['companyId', 'importId', 'id'])
  // Finds the refused rows of a person who is erased.
  await index(db, 'contact_import_errors_number', 'contact_import_errors', ['companyId', 'number'])
}

const successors = {
  contact_list_imports: 'contact_imports',
  contact_list_import_errors: 'contact_import_errors',
}

/**
 * Copies the rows and the counters of ids. A file that waits for its columns, or whose import runs, is read by the new rules: it has to be uploaded again.
 */
async function copyListImports(db: Kysely<unknown>) {
  const figures = sql.raw('total, position, handled, added, known, repeated, invalid, optedOut, userId')
  await sql`insert into contact_imports (id, companyId, contactListId, source, sourceDetail, fileName, state, reason,
      ${figures}, endedAt, createdAt, updatedAt)
    select id, companyId, contactListId, source, sourceDetail, fileName,
      case when source = 'file' and state in ('running', 'mapping') then 'cancelled' else state end, reason,
      ${figures}, endedAt, createdAt, updatedAt from contact_list_imports`.execute(db)
  await sql`insert into contact_import_errors (id, companyId, importId, row, name, number, fault, other)
    select id, companyId, importId, row, name, number, fault, other from contact_list_import_errors`.execute(db)
  await sql`delete from sqlite_sequence where name in ('contact_imports', 'contact_import_errors')`.execute(db)
  for (const [from, to] of Object.entries(successors))
    await sql`insert into sqlite_sequence (name, seq) select ${to}, seq from sqlite_sequence where name = ${from}`.execute(
      db,
    )
  await db.schema.dropTable('contact_list_import_errors').execute()
  await db.schema.dropTable('contact_list_imports').execute()
}
