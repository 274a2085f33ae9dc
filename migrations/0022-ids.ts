import { type Kysely, sql } from 'kysely'
import { now } from './columns'
import { checkReferences, rebuildTable } from './rebuild-table'
import { rememberedIds } from './remembered-ids'

export const rebuildsTables = true

const reusing = '("id" integer primary key,'
const lasting = '("id" integer primary key autoincrement,'

/**
 * Ids are never used again (docs/adr/0035). Tables made by an earlier version are rebuilt with AUTOINCREMENT and count on
 * from the highest id that is known, also from one of a deleted row. A repeated request is known by all its messages.
 */
export async function up(db: Kysely<unknown>) {
  await messagesGone(db)
  await idempotencyByMessage(db)
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and instr(sql, ${reusing}) > 0`.execute(db)
  if (rows.length === 0) return
  const remembered = await rememberedIds(db)
  for (const { name } of rows) {
    await rebuildTable(db, name, (definition) => definition.replace(reusing, lasting))
    await countFrom(db, name, remembered.get(name) ?? 0)
  }
  await checkReferences(db)
}

/** The next row of the table gets a higher id than this one. */
async function countFrom(db: Kysely<unknown>, table: string, id: number) {
  await sql`insert into sqlite_sequence (name, seq)
    select ${table}, 0 where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db)
  await sql`update sqlite_sequence set seq = max(seq, ${id}) where name = ${table}`.execute(db)
}

/** The search index is a copy of what is there; how far it came is no longer taken back. */
async function messagesGone(db: Kysely<unknown>) {
  await sql`drop trigger messages_gone`.execute(db)
  await sql`create trigger messages_gone after delete on messages
    begin
      delete from message_search where rowid = old.id;
      delete from search_again where messageId = old.id;
    end`.execute(db)
}

/** One row per message that a request made. Without a foreign key, so that the key outlives a deleted message. */
async function idempotencyByMessage(db: Kysely<unknown>) {
  await db.schema
    .createTable('idempotency_by_message')
    .addColumn('companyId', 'integer', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('requestHash', 'text', (c) => c.notNull())
    .addColumn('ticketId', 'integer', (c) => c.notNull())
    .addColumn('messageId', 'integer', (c) => c.notNull())
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .addPrimaryKeyConstraint('idempotency_key', ['companyId', 'userId', 'key', 'position'])
    .modifyEnd(sql`strict, without rowid`)
    .execute()
  await sql`insert into idempotency_by_message
      (companyId, userId, "key", position, requestHash, ticketId, messageId, createdAt)
    select i.companyId, i.userId, i."key", 0, i.requestHash, m.ticketId, i.messageId, i.createdAt
    from idempotency i join messages m on m.id = i.messageId`.execute(db)
  await db.schema.dropTable('idempotency').execute()
  await db.schema.alterTable('idempotency_by_message').renameTo('idempotency').execute()
  await db.schema.createIndex('idempotency_message').on('idempotency').columns(['companyId', 'messageId']).execute()
  await db.schema.createIndex('idempotency_old').on('idempotency').column('createdAt').execute()
}
