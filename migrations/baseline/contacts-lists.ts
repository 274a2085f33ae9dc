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
} from '../columns'

/** Lists of people for campaigns, their imports, and WhatsApp's answers about numbers. */
export const contactListTables = [
  createContactLists,
  createContactListItems,
  createContactListImports,
  createContactListImportErrors,
  createNumberChecks,
  createWhatsappAddresses,
]

/**
 * Lists. Triggers count their people, so that lists of 100,000 are shown and chosen without counting rows. A deleted
 * list disappears at once and its people later, some at a time.
 */
async function createContactLists(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'contact_lists'))
    .addColumn('name', 'text', required)
    .addColumn('searchText', 'text', required)
    .addColumn('contactsCount', 'integer', count)
    .addColumn('validCount', 'integer', count)
    .addColumn('invalidCount', 'integer', count)
    .addColumn('deletedAt', 'text')
    .execute()
  await index(db, 'contact_lists_named', 'contact_lists', ['companyId', 'searchText', 'id'])
}

/** People of a list; they need not be contacts. */
async function createContactListItems(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'contact_list_items'))
    .addColumn('contactListId', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('searchText', 'text', required)
    .addColumn('number', 'text', required)
    .addColumn('email', 'text', emptyText)
    .addColumn('validity', 'text', (c) => c.notNull().defaultTo('unknown'))
    .addColumn('waJid', 'text')
    .addColumn('checkedAt', 'text')
    .addUniqueConstraint('contact_list_items_once', ['companyId', 'contactListId', 'number'])
    .$call(companyForeignKey('contactListId', 'contact_lists', 'cascade'))
    .execute()
  await index(db, 'contact_list_items_number', 'contact_list_items', ['companyId', 'number'])
  await index(db, 'contact_list_items_validity', 'contact_list_items', ['companyId', 'contactListId', 'validity', 'id'])
  // Search by name and filter by validity read only this index.
  const named = ['companyId', 'contactListId', 'searchText', 'id', 'number', 'validity']
  await index(db, 'contact_list_items_named', 'contact_list_items', named)
  await countItems(db)
}

async function countItems(db: Kysely<unknown>) {
  await sql`create trigger contact_list_items_added after insert on contact_list_items begin
    update contact_lists set contactsCount = contactsCount + 1,
      validCount = validCount + (new.validity = 'valid'), invalidCount = invalidCount + (new.validity = 'invalid')
    where id = new.contactListId; end`.execute(db)
  await sql`create trigger contact_list_items_gone after delete on contact_list_items begin
    update contact_lists set contactsCount = contactsCount - 1,
      validCount = validCount - (old.validity = 'valid'), invalidCount = invalidCount - (old.validity = 'invalid')
    where id = old.contactListId; end`.execute(db)
  await sql`create trigger contact_list_items_checked after update of validity on contact_list_items
    when new.validity <> old.validity begin
    update contact_lists set
      validCount = validCount + (new.validity = 'valid') - (old.validity = 'valid'),
      invalidCount = invalidCount + (new.validity = 'invalid') - (old.validity = 'invalid')
    where id = new.contactListId; end`.execute(db)
}

/** Imports into lists, from files and from people the company already has. */
async function createContactListImports(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'contact_list_imports'))
    .addColumn('contactListId', 'integer', required)
    .addColumn('source', 'text', required)
    .addColumn('sourceDetail', 'text')
    .addColumn('fileName', 'text', emptyText)
    .addColumn('mediaId', 'text')
    .addColumn('preview', 'text')
    .addColumn('columns', 'text')
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('running'))
    .addColumn('reason', 'text')
    .addColumn('total', 'integer')
    .addColumn('position', 'integer', count)
    .addColumn('handled', 'integer', count)
    .addColumn('added', 'integer', count)
    .addColumn('known', 'integer', count)
    .addColumn('repeated', 'integer', count)
    .addColumn('invalid', 'integer', count)
    .addColumn('optedOut', 'integer', count)
    .addColumn('userId', 'integer')
    .addColumn('endedAt', 'text')
    .$call(companyForeignKey('contactListId', 'contact_lists', 'cascade'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  await index(db, 'contact_list_imports_of_list', 'contact_list_imports', ['companyId', 'contactListId', 'id'])
  await index(
    db,
    'contact_list_imports_media',
    'contact_list_imports',
    ['companyId', 'mediaId'],
    sql`mediaId is not null`,
  )
}

/** Rows that an import did not add. */
async function createContactListImportErrors(db: Kysely<unknown>) {
  await withCompany(table(db, 'contact_list_import_errors'))
    .addColumn('importId', 'integer', required)
    .addColumn('row', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('number', 'text', required)
    .addColumn('fault', 'text', required)
    .addColumn('other', 'text', emptyText)
    .$call(companyForeignKey('importId', 'contact_list_imports', 'cascade'))
    .execute()
  await index(db, 'contact_list_import_errors_of', 'contact_list_import_errors', ['companyId', 'importId', 'id'])
  // Finds the refused rows of a person who is erased.
  await index(db, 'contact_list_import_errors_number', 'contact_list_import_errors', ['companyId', 'number'])
}

/** Checks of a list's numbers on WhatsApp. */
async function createNumberChecks(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'number_checks'))
    .addColumn('contactListId', 'integer', required)
    .addColumn('whatsappId', 'integer', required)
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('running'))
    .addColumn('total', 'integer', required)
    .addColumn('checked', 'integer', count)
    .addColumn('refusals', 'integer', count)
    .addColumn('retryAt', 'text')
    .addColumn('userId', 'integer')
    .addColumn('endedAt', 'text')
    .$call(companyForeignKey('contactListId', 'contact_lists', 'cascade'))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await index(db, 'number_checks_of_list', 'number_checks', ['companyId', 'contactListId', 'id'])
  await index(db, 'number_checks_of_connection', 'number_checks', ['companyId', 'whatsappId'])
}

/** WhatsApp's answers about numbers; `jid` is null for a number that is not on WhatsApp. */
async function createWhatsappAddresses(db: Kysely<unknown>) {
  await withCompany(table(db, 'whatsapp_addresses'))
    .addColumn('number', 'text', required)
    .addColumn('jid', 'text')
    .addColumn('checkedAt', 'text', required)
    .addUniqueConstraint('whatsapp_addresses_once', ['companyId', 'number'])
    .execute()
  await index(db, 'whatsapp_addresses_old', 'whatsapp_addresses', ['checkedAt'])
}
