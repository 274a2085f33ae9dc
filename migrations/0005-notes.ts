import { type Kysely, sql } from 'kysely'
import { companyForeignKey, now, ownedTable, table, withCompany } from './columns'

/** Creates internal notes on tickets, the mentions in them, and previews of linked pages. */
export async function up(db: Kysely<unknown>) {
  await ownedTable(db, 'ticket_notes')
    .addColumn('ticketId', 'integer', (c) => c.notNull())
    .addColumn('userId', 'integer')
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('mentions', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .execute()
  await sql`create index ticket_notes_of on ticket_notes (companyId, ticketId, id desc)`.execute(db)

  // Users mentioned in a note; `seenAt` is when the user saw it.
  await db.schema
    .createTable('note_mentions')
    .addColumn('companyId', 'integer', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('noteId', 'integer', (c) => c.notNull())
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('seenAt', 'text')
    .addPrimaryKeyConstraint('note_mentions_key', ['companyId', 'noteId', 'userId'])
    .$call(companyForeignKey('noteId', 'ticket_notes', 'cascade'))
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .modifyEnd(sql`strict, without rowid`)
    .execute()
  await sql`create index note_mentions_of on note_mentions (companyId, userId, noteId)`.execute(db)
  await sql`create index note_mentions_unseen on note_mentions (companyId, userId, noteId desc) where seenAt is null`.execute(
    db,
  )

  await withCompany(table(db, 'link_previews'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('preview', 'text')
    .addColumn('fetchedAt', 'text', (c) => c.notNull().defaultTo(now))
    .addUniqueConstraint('link_previews_one', ['companyId', 'url'])
    .execute()
  await sql`create index link_previews_old on link_previews (fetchedAt)`.execute(db)

  // Finds a contact's earlier tickets, newest first, which a conversation shows above its own messages.
  await sql`create index tickets_of_contact on tickets (companyId, contactId, id desc)`.execute(db)
}
