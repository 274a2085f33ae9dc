import { type Kysely, sql } from 'kysely'
import { now, ownedTable, stamped } from './columns'

/** Proofs that somebody was forgotten, append-only like the audit log; and files made for people to take away. */
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

  // What somebody said in groups is looked for when they ask to be forgotten.
  await sql`create index messages_participant on messages (companyId, participant) where participant <> ''`.execute(db)

  // Without a reference to the contact: what was made stays until it is forgotten or a day old.
  await stamped(ownedTable(db, 'data_exports'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('contactId', 'integer')
    .addColumn('userId', 'integer')
    .addColumn('userName', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('mediaId', 'text')
    .addColumn('size', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
