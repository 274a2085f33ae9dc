import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  emptyText,
  index,
  keyedTable,
  plainTable,
  required,
  table,
  timeOfInsert,
  withCompany,
} from '../columns'

/** Installation, settings, files and the audit log. */
export const platformTables = [
  createInstallation,
  createCompanyKeys,
  createSettings,
  createMedia,
  createMediaUsed,
  createAuditLog,
  createAuditChains,
]

/** Browsers that receive notifications. */
export const pushTables = [createPushSubscriptions]

/** Values of the installation, such as the hash of the set-up link. */
async function createInstallation(db: Kysely<unknown>) {
  await keyedTable(db, 'installation')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', required)
    .execute()
}

/** The company's key, sealed by the root key; it seals the secrets of the company (docs/adr/0071). */
async function createCompanyKeys(db: Kysely<unknown>) {
  await withCompany(table(db, 'company_keys'))
    .addColumn('sealed', 'blob', required)
    .addColumn('createdAt', 'text', required)
    .addUniqueConstraint('company_keys_company', ['companyId'])
    .execute()
}

async function createSettings(db: Kysely<unknown>) {
  await withCompany(table(db, 'settings'))
    .addColumn('key', 'text', required)
    .addColumn('value', 'text', required)
    .addColumn('updatedAt', 'text', timeOfInsert)
    .addUniqueConstraint('settings_key', ['companyId', 'key'])
    .execute()
}

/** Files; unlike other ids, theirs are random. */
async function createMedia(db: Kysely<unknown>) {
  await plainTable(db, 'media')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('companyId', 'integer', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('originalName', 'text', required)
    .addColumn('mime', 'text', required)
    .addColumn('size', 'integer', required)
    .addColumn('sha256', 'text', required)
    .addColumn('path', 'text', required)
    .addColumn('createdAt', 'text', timeOfInsert)
    .addUniqueConstraint('media_of_company', ['companyId', 'id'])
    .execute()
}

/** Size of all files of the company in bytes, kept by triggers. */
async function createMediaUsed(db: Kysely<unknown>) {
  await withCompany(plainTable(db, 'media_used'))
    .addColumn('bytes', 'integer', required)
    .addPrimaryKeyConstraint('media_used_of_company', ['companyId'])
    .execute()
  await sql`create trigger media_used_more after insert on media begin
      insert into media_used (companyId, bytes) values (new.companyId, new.size)
        on conflict (companyId) do update set bytes = bytes + excluded.bytes;
    end`.execute(db)
  await sql`create trigger media_used_less after delete on media begin
      update media_used set bytes = bytes - old.size where companyId = old.companyId;
    end`.execute(db)
}

/**
 * Changes with user, address and time. Append-only, and chained by hashes (docs/adr/0073): an update may only empty
 * what an erasure removes (`name`, `before`, `after`, `salt`), and a row is deleted only together with its company.
 */
async function createAuditLog(db: Kysely<unknown>) {
  await withCompany(table(db, 'audit_log'))
    .addColumn('at', 'text', timeOfInsert)
    .addColumn('actorId', 'integer')
    .addColumn('actorName', 'text', required)
    .addColumn('address', 'text', required)
    .addColumn('action', 'text', required)
    .addColumn('entity', 'text', required)
    .addColumn('entityId', 'integer')
    .addColumn('name', 'text', required)
    .addColumn('before', 'text', required)
    .addColumn('after', 'text', required)
    .addColumn('salt', 'text', emptyText)
    .addColumn('payloadHash', 'text', emptyText)
    .addColumn('hash', 'text', emptyText)
    .execute()
  // The only index: each one costs time at every change, and a company has few enough rows to scan.
  await index(db, 'audit_log_of', 'audit_log', ['companyId', 'id'])
  await sql`create trigger audit_log_kept before delete on audit_log
    when exists (select 1 from companies where id = old.companyId)
    begin select raise(abort, 'the audit log is append-only'); end`.execute(db)
  await sql`create trigger audit_log_unchanged before update on audit_log
    when new.id <> old.id or new.companyId <> old.companyId or new.at <> old.at or new.actorId is not old.actorId
      or new.actorName <> old.actorName or new.address <> old.address or new.action <> old.action
      or new.entity <> old.entity or new.entityId is not old.entityId
      or new.payloadHash <> old.payloadHash or new.hash <> old.hash
      or new.name <> '' or new.before <> '{}' or new.after <> '{}' or new.salt <> ''
    begin select raise(abort, 'the audit log is append-only'); end`.execute(db)
}

/** First and last line of the chain of each company. */
async function createAuditChains(db: Kysely<unknown>) {
  await withCompany(table(db, 'audit_chains'))
    .addColumn('firstId', 'integer', required)
    .addColumn('lastId', 'integer', required)
    .addColumn('lines', 'integer', required)
    .addColumn('hash', 'text', required)
    .addUniqueConstraint('audit_chains_company', ['companyId'])
    .execute()
}

/** Subscriptions to notifications, each of one login, with which it ends. */
async function createPushSubscriptions(db: Kysely<unknown>) {
  await withCompany(table(db, 'push_subscriptions'))
    .addColumn('userId', 'integer', required)
    .addColumn('tokenId', 'integer', (c) => c.notNull().references('tokens.id').onDelete('cascade'))
    .addColumn('endpointHash', 'text', (c) => c.notNull().unique())
    .addColumn('sealed', 'blob', required)
    .addColumn('muted', 'integer', count)
    .addColumn('createdAt', 'text', timeOfInsert)
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await index(db, 'push_subscriptions_user', 'push_subscriptions', ['companyId', 'userId'])
  await index(db, 'push_subscriptions_token', 'push_subscriptions', ['tokenId'])
}
