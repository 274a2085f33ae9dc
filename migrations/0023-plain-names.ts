import { type Kysely, sql } from 'kysely'

/** Tables with a text for search and sorting: lower case, without accents. */
const searched = ['contacts', 'tags', 'quick_messages', 'schedules', 'announcements']

/**
 * Renames columns: `told` → `announced`, `wanted` → `shouldConnect`, `folded` → `searchText`; and the table
 * `search_again` → `search_reindex`. SQLite rewrites indexes and triggers itself, except the full-text index of contacts.
 */
export async function up(db: Kysely<unknown>) {
  await dropContactIndex(db)
  for (const table of searched) await rename(db, table, 'folded', 'searchText')
  await createContactIndex(db)
  await rename(db, 'connections', 'wanted', 'shouldConnect')
  await rename(db, 'ticket_events', 'told', 'announced')
  await rename(db, 'connection_outages', 'told', 'announced')
  await db.schema.dropIndex('connection_outages_untold').execute()
  await sql`create index connection_outages_unannounced on connection_outages (startedAt)
    where endedAt is null and announced = 0`.execute(db)
  await db.schema.alterTable('search_again').renameTo('search_reindex').execute()
  await renameInMerges(db)
}

const rename = (db: Kysely<unknown>, table: string, from: string, to: string) =>
  db.schema.alterTable(table).renameColumn(from, to).execute()

async function dropContactIndex(db: Kysely<unknown>) {
  for (const name of ['added', 'gone', 'changed']) await sql`drop trigger ${sql.id(`contacts_fts_${name}`)}`.execute(db)
  await sql`drop table contacts_fts`.execute(db)
}

/** Creates the trigram index of migration 0007 again, because FTS5 cannot rename a column. */
async function createContactIndex(db: Kysely<unknown>) {
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
  await sql`insert into contacts_fts (rowid, searchText, number, email)
    select companyId * 4294967296 + id, searchText, coalesce(number, ''), email from contacts`.execute(db)
}

/** Renames the fields of the JSON from which a merge is undone: `twins` → `duplicates`, `folded` of its contacts. */
async function renameInMerges(db: Kysely<unknown>) {
  for (const contact of ['drop', 'keep', 'became'])
    await renameField(db, `$.${contact}.folded`, `$.${contact}.searchText`)
  await renameField(db, '$.twins', '$.duplicates')
}

const renameField = (db: Kysely<unknown>, from: string, to: string) =>
  sql`update contact_merges set moved = json_remove(json_set(moved, ${to}, json(moved -> ${from})), ${from})
    where json_valid(moved) and moved -> ${from} is not null`.execute(db)
