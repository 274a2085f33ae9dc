import { type Kysely, sql } from 'kysely'
import { now } from './columns'
import { checkReferences, rebuildTable } from './rebuild-table'
import { rememberedIds } from './remembered-ids'

export const rebuildsTables = true

const reusedId = '("id" integer primary key,'
const uniqueId = '("id" integer primary key autoincrement,'

/**
 * Stops the reuse of ids (docs/adr/0035): rebuilds tables of earlier versions with AUTOINCREMENT. Their next id is
 * above every id known, also of deleted rows. An idempotency key lists all messages of its request.
 */
export async function up(db: Kysely<unknown>) {
  await replaceDeleteTrigger(db)
  await listMessagesOfRequests(db)
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and instr(sql, ${reusedId}) > 0`.execute(db)
  if (rows.length === 0) return
  const remembered = await rememberedIds(db)
  for (const { name } of rows) {
    await rebuildTable(db, name, (definition) => definition.replace(reusedId, uniqueId))
    await startAbove(db, name, remembered.get(name) ?? 0)
  }
  await checkReferences(db)
}

/** Makes the next row of the table get a higher id than this one. */
async function startAbove(db: Kysely<unknown>, table: string, id: number) {
  await sql`insert into sqlite_sequence (name, seq)
    select ${table}, 0 where not exists (select 1 from sqlite_sequence where name = ${table})`.execute(db)
  await sql`update sqlite_sequence set seq = max(seq, ${id}) where name = ${table}`.execute(db)
}

/**
 * Replaces the trigger of migration 0011: since ids are not reused, a deletion no longer lowers
 * `search_progress.indexed`.
 */
async function replaceDeleteTrigger(db: Kysely<unknown>) {
  await sql`drop trigger messages_gone`.execute(db)
  await sql`create trigger messages_gone after delete on messages
    begin
      delete from message_search where rowid = old.id;
      delete from search_again where messageId = old.id;
    end`.execute(db)
}

/** Stores one row per message of a request. Without a foreign key, so that the key outlives a deleted message. */
async function listMessagesOfRequests(db: Kysely<unknown>) {
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
