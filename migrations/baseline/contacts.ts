import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  emptyText,
  flag,
  index,
  ownedTable,
  required,
  table,
  timeOfInsert,
  uniqueIndex,
  withCompany,
  withTimestamps,
} from '../columns'

/** Customers and groups, tags, and people who want no campaigns. */
export const contactTables = [
  createContacts,
  createContactSearch,
  createContactExtra,
  createContactAliases,
  createContactMerges,
  createAddressBook,
  createTags,
  createOptOuts,
  createErasedOptOuts,
]

/**
 * Customers and groups. `searchText` here and in other tables is a text for search and order: lower case, without
 * accents.
 */
async function createContacts(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'contacts'))
    .addColumn('name', 'text', required)
    .addColumn('number', 'text')
    .addColumn('lid', 'text')
    .addColumn('waJid', 'text', required)
    .addColumn('email', 'text', emptyText)
    .addColumn('profilePicUrl', 'text', emptyText)
    .addColumn('pictureAt', 'text')
    .addColumn('isGroup', 'integer', flag(0))
    .addColumn('disableBot', 'integer', flag(0))
    .addColumn('searchText', 'text', required)
    .execute()
  await uniqueIndex(db, 'contacts_number', 'contacts', ['companyId', 'number'], sql`number is not null`)
  await uniqueIndex(db, 'contacts_lid', 'contacts', ['companyId', 'lid'], sql`lid is not null`)
  await index(db, 'contacts_picture', 'contacts', ['companyId', 'profilePicUrl'], sql`profilePicUrl <> ''`)
  await index(db, 'contacts_name', 'contacts', ['companyId', 'searchText', 'id'])
  await index(db, 'contacts_made', 'contacts', ['companyId', 'createdAt'])
}

/**
 * Trigram index of name, number and e-mail, kept by triggers. The rowid starts with the company, so that a search reads
 * only the rows of its own company (core/storage/contact-index.ts).
 */
async function createContactSearch(db: Kysely<unknown>) {
  await sql`create virtual table contacts_fts using fts5
    (searchText, number, email, tokenize = 'trigram', content = '', contentless_delete = 1)`.execute(db)
  const rowId = (row: 'new' | 'old') => sql.raw(`${row}.companyId * 4294967296 + ${row}.id`)
  const add = sql`insert into contacts_fts (rowid, searchText, number, email)
    values (${rowId('new')}, new.searchText, coalesce(new.number, ''), new.email)`
  const remove = sql`delete from contacts_fts where rowid = ${rowId('old')}`
  await sql`create trigger contacts_fts_added after insert on contacts begin ${add}; end`.execute(db)
  await sql`create trigger contacts_fts_gone after delete on contacts begin ${remove}; end`.execute(db)
  await sql`create trigger contacts_fts_changed after update of searchText, number, email on contacts
    when old.searchText <> new.searchText or old.number is not new.number or old.email <> new.email
    begin ${remove}; ${add}; end`.execute(db)
}

/** Fields of a contact that the company invented. */
async function createContactExtra(db: Kysely<unknown>) {
  await ownedTable(db, 'contact_extra')
    .addColumn('contactId', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('value', 'text', required)
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await index(db, 'contact_extra_of', 'contact_extra', ['companyId', 'contactId', 'id'])
}

/** Numbers and LIDs of contacts that were merged into this one. */
async function createContactAliases(db: Kysely<unknown>) {
  await withCompany(table(db, 'contact_aliases'))
    .addColumn('contactId', 'integer', required)
    .addColumn('number', 'text')
    .addColumn('lid', 'text')
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await uniqueIndex(db, 'contact_aliases_number', 'contact_aliases', ['companyId', 'number'], sql`number is not null`)
  await uniqueIndex(db, 'contact_aliases_lid', 'contact_aliases', ['companyId', 'lid'], sql`lid is not null`)
  await index(db, 'contact_aliases_of', 'contact_aliases', ['companyId', 'contactId', 'id'])
}

/** Merges made by a user; `moved` lists as JSON the rows that a merge moved, so that it can be undone. */
async function createContactMerges(db: Kysely<unknown>) {
  await withCompany(table(db, 'contact_merges'))
    .addColumn('contactId', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('number', 'text')
    .addColumn('userId', 'integer')
    .addColumn('moved', 'text', required)
    .addColumn('createdAt', 'text', timeOfInsert)
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await index(db, 'contact_merges_of', 'contact_merges', ['companyId', 'contactId', 'id desc'])
  await index(db, 'contact_merges_old', 'contact_merges', ['createdAt'])
}

/** Names in the address book of the linked phone; used when a user imports them. */
async function createAddressBook(db: Kysely<unknown>) {
  await withCompany(table(db, 'address_book'))
    .addColumn('whatsappId', 'integer', required)
    .addColumn('jid', 'text', required)
    .addColumn('number', 'text', required)
    .addColumn('name', 'text', required)
    .addUniqueConstraint('address_book_once', ['companyId', 'whatsappId', 'number'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
}

/** Tags of tickets; those flagged `kanban` are the lanes of the board. */
async function createTags(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'tags'))
    .addColumn('name', 'text', required)
    .addColumn('searchText', 'text', required)
    .addColumn('color', 'text', required)
    .addColumn('kanban', 'integer', flag(0))
    .addColumn('orderTag', 'integer', count)
    .addColumn('userId', 'integer')
    // Also the index for the order of the list.
    .addUniqueConstraint('tags_name', ['companyId', 'searchText'])
    .execute()
}

/** People who want no campaigns (docs/adr/0051). */
async function createOptOuts(db: Kysely<unknown>) {
  await ownedTable(db, 'opt_outs')
    .addColumn('number', 'text', required)
    .addColumn('source', 'text', required)
    .addColumn('word', 'text', emptyText)
    .addColumn('whatsappId', 'integer')
    .addColumn('campaignId', 'integer')
    .addColumn('userId', 'integer')
    .addColumn('at', 'text', required)
    .addColumn('reason', 'text', emptyText)
    .addColumn('confirmedAt', 'text')
    .addUniqueConstraint('opt_outs_once', ['companyId', 'number'])
    .execute()
  await index(db, 'opt_outs_newest', 'opt_outs', ['companyId', 'at', 'id'])
  await index(db, 'opt_outs_campaign', 'opt_outs', ['companyId', 'campaignId'], sql`campaignId is not null`)
}

/** Erased people who want no campaigns, by a keyed hash of the number. */
async function createErasedOptOuts(db: Kysely<unknown>) {
  await ownedTable(db, 'erased_opt_outs')
    .addColumn('subject', 'text', required)
    .addColumn('at', 'text', required)
    .addUniqueConstraint('erased_opt_outs_once', ['companyId', 'subject'])
    .execute()
}
