import { type Kysely, sql } from 'kysely'

/**
 * Counts the people of a list by triggers: lists of 100,000 are shown and chosen without counting rows. A deleted list
 * disappears at once and its people later, some at a time. The index by name holds the number, so that a search reads
 * the index only; another one finds the people of one validity.
 */
export async function up(db: Kysely<unknown>) {
  for (const column of ['contactsCount', 'validCount', 'invalidCount'])
    await db.schema
      .alterTable('contact_lists')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('contact_lists').addColumn('deletedAt', 'text').execute()
  await sql`update contact_lists set
    contactsCount = (select count(*) from contact_list_items i where i.contactListId = contact_lists.id),
    validCount = (select count(*) from contact_list_items i where i.contactListId = contact_lists.id and validity = 'valid'),
    invalidCount =
      (select count(*) from contact_list_items i where i.contactListId = contact_lists.id and validity = 'invalid')`.execute(
    db,
  )
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
  await sql`drop index contact_list_items_named`.execute(db)
  await sql`create index contact_list_items_named
    on contact_list_items (companyId, contactListId, searchText, id, number)`.execute(db)
  await sql`drop index contact_list_items_unknown`.execute(db)
  await sql`create index contact_list_items_validity
    on contact_list_items (companyId, contactListId, validity, id)`.execute(db)
}
