import { type Kysely, sql } from 'kysely'

/**
 * The index of what messages say, one for all companies (performance.md §2e): trigrams without positions, and a mark of
 * the company beside each text. It is filled by a round, never by whoever stores a message; these tables say how far it
 * came and what must be read again. Merging its parts is left to the round, too.
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
  // The newest id may be given again after a deletion: what is indexed never reaches beyond what is there.
  await sql`create trigger messages_gone after delete on messages
    begin
      delete from message_search where rowid = old.id;
      delete from search_again where messageId = old.id;
      update search_progress set indexed = (select coalesce(max(id), 0) from messages)
        where indexed > (select coalesce(max(id), 0) from messages);
    end`.execute(db)
}
