import { type Kysely, sql } from 'kysely'
import { table, withCompany } from './columns'

/**
 * Chains the lines of the audit log of each company (docs/adr/0073). `payloadHash` covers what an erasure may empty,
 * `hash` the rest of the line and the line before. Lines from before stay outside of the chain.
 */
export async function up(db: Kysely<unknown>) {
  for (const column of ['salt', 'payloadHash', 'hash'])
    await db.schema
      .alterTable('audit_log')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  await withCompany(table(db, 'audit_chains'))
    .addColumn('firstId', 'integer', (c) => c.notNull())
    .addColumn('lastId', 'integer', (c) => c.notNull())
    .addColumn('lines', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addUniqueConstraint('audit_chains_company', ['companyId'])
    .execute()
  await sql`drop trigger audit_log_unchanged`.execute(db)
  await sql`create trigger audit_log_unchanged before update on audit_log
    when new.id <> old.id or new.companyId <> old.companyId or new.at <> old.at or new.actorId is not old.actorId
      or new.actorName <> old.actorName or new.address <> old.address or new.action <> old.action
      or new.entity <> old.entity or new.entityId is not old.entityId
      or new.payloadHash <> old.payloadHash or new.hash <> old.hash
      or new.name <> '' or new.before <> '{}' or new.after <> '{}' or new.salt <> ''
    begin select raise(abort, 'the audit log is append-only'); end`.execute(db)
}
