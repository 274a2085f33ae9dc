import { type Kysely, sql } from 'kysely'

/**
 * Creates the full-text index of messages, one for all companies (performance.md §2e): trigrams without positions, and
 * a mark of the company beside each text. A scheduled task fills it, so that storing a message does not.
 * `search_progress` holds the last indexed id, `search_again` the ids of changed messages to index again. The task also
 * merges the segments of the index, so `automerge` is off.
 */
export async function up(db: Kysely<unknown>) {
  await sql`create virtual table message_search using fts5(
    company, body, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`.execute(db)
  await sql`insert into message_search (message_search, rank) values ('automerge', 0)`.execute(db)
  await sql`insert into message_search (message_search, rank) values ('crisismerge', 500)`.execute(db)

  await db.schema
    .createTable('search_progress')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('indexed', 'integer', (c) => c.notNull())
    .modifyEnd(sql`strict`)
    .execute()
  await sql`insert into search_progress (id, indexed) values (1, 0)`.execute(db)

  await db.schema
    .createTable('search_again')
    .addColumn('messageId', 'integer', (c) => c.primaryKey())
    .modifyEnd(sql`strict`)
    .execute()

  await sql`create trigger messages_reworded after update of body, detail on messages
    when old.body is not new.body or old.detail is not new.detail
    begin insert or ignore into search_again (messageId) values (new.id); end`.execute(db)
  // SQLite may reuse the highest id after a deletion (until migration 0022), so `indexed` never exceeds the highest id.
  await sql`create trigger messages_gone after delete on messages
    begin
      delete from message_search where rowid = old.id;
      delete from search_again where messageId = old.id;
      update search_progress set indexed = (select coalesce(max(id), 0) from messages)
        where indexed > (select coalesce(max(id), 0) from messages);
    end`.execute(db)
}
