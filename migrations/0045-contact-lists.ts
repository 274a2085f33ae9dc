import { type Kysely, sql } from 'kysely'
import { companyForeignKey, ownedTable, table, withCompany, withTimestamps } from './columns'

/** Creates contact lists, their items, and WhatsApp's answers about numbers. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'contact_lists'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('searchText', 'text', (c) => c.notNull())
    .execute()
  await sql`create index contact_lists_named on contact_lists (companyId, searchText, id)`.execute(db)

  await withTimestamps(ownedTable(db, 'contact_list_items'))
    .addColumn('contactListId', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('searchText', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('validity', 'text', (c) => c.notNull().defaultTo('unknown'))
    .addColumn('waJid', 'text')
    .addColumn('checkedAt', 'text')
    .addUniqueConstraint('contact_list_items_once', ['companyId', 'contactListId', 'number'])
    .$call(companyForeignKey('contactListId', 'contact_lists', 'cascade'))
    .execute()
  await sql`create index contact_list_items_named on contact_list_items (companyId, contactListId, searchText, id)`.execute(
    db,
  )
  await sql`create index contact_list_items_number on contact_list_items (companyId, number)`.execute(db)
  await sql`create index contact_list_items_unknown on contact_list_items (companyId, contactListId, id)
    where validity = 'unknown'`.execute(db)

  await withCompany(table(db, 'whatsapp_addresses'))
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('jid', 'text')
    .addColumn('checkedAt', 'text', (c) => c.notNull())
    .addUniqueConstraint('whatsapp_addresses_once', ['companyId', 'number'])
    .execute()
  await sql`create index whatsapp_addresses_old on whatsapp_addresses (checkedAt)`.execute(db)
}
