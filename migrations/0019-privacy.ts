import { type Kysely, sql } from 'kysely'
import { now, ownedTable, withTimestamps } from './columns'

/** Creates the proofs of erased contacts, append-only like the audit log, and the data exports that users download. */
export async function up(db: Kysely<unknown>) {
  await ownedTable(db, 'erasures')
    .addColumn('at', 'text', (c) => c.notNull().defaultTo(now))
    .addColumn('actorId', 'integer')
    .addColumn('actorName', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('contactId', 'integer', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('counts', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('erasures_subject').on('erasures').columns(['companyId', 'subject']).execute()
  await sql`create trigger erasures_unchanged before update on erasures
    begin select raise(abort, 'a proof is never rewritten'); end`.execute(db)
  await sql`create trigger erasures_kept before delete on erasures
    when exists (select 1 from companies where id = old.companyId)
    begin select raise(abort, 'a proof is never rewritten'); end`.execute(db)

  // Finds a person's messages in groups when the person's contact is erased.
  await sql`create index messages_participant on messages (companyId, participant) where participant <> ''`.execute(db)

  // Without a foreign key to the contact: an export outlives its contact; an erasure removes it, or
  // its age of one day.
  await withTimestamps(ownedTable(db, 'data_exports'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('contactId', 'integer')
    .addColumn('userId', 'integer')
    .addColumn('userName', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('mediaId', 'text')
    .addColumn('size', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
