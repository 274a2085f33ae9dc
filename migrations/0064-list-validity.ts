import { type Kysely, sql } from 'kysely'

/** Adds the validity to the index of a list's people by name, so that the filter by it reads the index only. */
export async function up(db: Kysely<unknown>) {
  await sql`drop index contact_list_items_named`.execute(db)
  await sql`create index contact_list_items_named
    on contact_list_items (companyId, contactListId, searchText, id, number, validity)`.execute(db)
}
