import { type Kysely, sql } from 'kysely'
import { count, index, ownedTable, required, timeOfInsert, withTimestamps } from '../columns'

/** Erasures and exports of personal data. */
export const privacyTables = [createErasures, createDataExports]

/** Proofs of erased contacts: never changed, and deleted only together with their company. */
async function createErasures(db: Kysely<unknown>) {
  await ownedTable(db, 'erasures')
    .addColumn('at', 'text', timeOfInsert)
    .addColumn('actorId', 'integer')
    .addColumn('actorName', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('reason', 'text', required)
    .addColumn('contactId', 'integer', required)
    .addColumn('subject', 'text', required)
    .addColumn('counts', 'text', required)
    .addColumn('hash', 'text', required)
    .execute()
  await index(db, 'erasures_subject', 'erasures', ['companyId', 'subject'])
  await sql`create trigger erasures_unchanged before update on erasures
    begin select raise(abort, 'a proof is never rewritten'); end`.execute(db)
  await sql`create trigger erasures_kept before delete on erasures
    when exists (select 1 from companies where id = old.companyId)
    begin select raise(abort, 'a proof is never rewritten'); end`.execute(db)
}

/**
 * Exports for download. Without a foreign key to the contact: an export outlives its contact until an erasure or its
 * age of a day removes it.
 */
async function createDataExports(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'data_exports'))
    .addColumn('kind', 'text', required)
    .addColumn('contactId', 'integer')
    .addColumn('userId', 'integer')
    .addColumn('userName', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('mediaId', 'text')
    .addColumn('size', 'integer', count)
    .execute()
}
