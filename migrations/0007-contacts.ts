import { type Kysely, sql } from 'kysely'
import { companyForeignKey, now, ownedTable, table, withCompany } from './columns'

/** Creates extra fields, aliases and merges of contacts, the address book, and the full-text search of contacts. */
export async function up(db: Kysely<unknown>) {
  await ownedTable(db, 'contact_extra')
    .addColumn('contactId', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await db.schema
    .createIndex('contact_extra_of')
    .on('contact_extra')
    .columns(['companyId', 'contactId', 'id'])
    .execute()

  // Numbers and LIDs of contacts that were merged into this one.
  await withCompany(table(db, 'contact_aliases'))
    .addColumn('contactId', 'integer', (c) => c.notNull())
    .addColumn('number', 'text')
    .addColumn('lid', 'text')
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await sql`create unique index contact_aliases_number on contact_aliases (companyId, number) where number is not null`.execute(
    db,
  )
  await sql`create unique index contact_aliases_lid on contact_aliases (companyId, lid) where lid is not null`.execute(
    db,
  )
  await sql`create index contact_aliases_of on contact_aliases (companyId, contactId, id)`.execute(db)

  // Merges made by a user; `moved` lists the rows each merge moved, as JSON, so that it can be undone.
  await withCompany(table(db, 'contact_merges'))
    .addColumn('contactId', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('number', 'text')
    .addColumn('userId', 'integer')
    .addColumn('moved', 'text', (c) => c.notNull())
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await sql`create index contact_merges_of on contact_merges (companyId, contactId, id desc)`.execute(db)
  await sql`create index contact_merges_old on contact_merges (createdAt)`.execute(db)

  // Names in the address book of the linked phone, received from WhatsApp; used when a user imports them.
  await withCompany(table(db, 'address_book'))
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('jid', 'text', (c) => c.notNull())
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addUniqueConstraint('address_book_once', ['companyId', 'whatsappId', 'number'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()

  await sql`create index contacts_made on contacts (companyId, createdAt)`.execute(db)
  await sql`create index messages_gallery on messages (companyId, contactId, id desc) where mediaId is not null`.execute(
    db,
  )
  await createContactIndex(db)
}

/**
 * Creates a trigram index of name, number and e-mail, which triggers keep up to date. The rowid starts with the
 * company, so that a search reads only the rows of its own company.
 */
async function createContactIndex(db: Kysely<unknown>) {
  await sql`create virtual table contacts_fts using fts5
    (folded, number, email, tokenize = 'trigram', content = '', contentless_delete = 1)`.execute(db)
  const rowId = (row: 'new' | 'old') => sql.raw(`${row}.companyId * 4294967296 + ${row}.id`)
  const add = sql`insert into contacts_fts (rowid, folded, number, email)
    values (${rowId('new')}, new.folded, coalesce(new.number, ''), new.email)`
  const remove = sql`delete from contacts_fts where rowid = ${rowId('old')}`
  await sql`create trigger contacts_fts_added after insert on contacts begin ${add}; end`.execute(db)
  await sql`create trigger contacts_fts_gone after delete on contacts begin ${remove}; end`.execute(db)
  await sql`create trigger contacts_fts_changed after update of folded, number, email on contacts
    when old.folded <> new.folded or old.number is not new.number or old.email <> new.email
    begin ${remove}; ${add}; end`.execute(db)
  await sql`insert into contacts_fts (rowid, folded, number, email)
    select companyId * 4294967296 + id, folded, coalesce(number, ''), email from contacts`.execute(db)
}
