import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  emptyText,
  flag,
  index,
  keyedTable,
  ownedTable,
  required,
  table,
  timeOfInsert,
  withCompany,
  withTimestamps,
} from '../columns'

/** Users, and all by which they log in. */
export const accountTables = [
  createUsers,
  createUserQueues,
  createTokens,
  createSecondFactors,
  createRecoveryCodes,
  createPasskeys,
  createPasswordResets,
  createInvitations,
]

/** People of a company. An e-mail is unique in the installation: it is the name to log in with. */
async function createUsers(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'users'))
    .addColumn('name', 'text', required)
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('passwordHash', 'text', required)
    .addColumn('profile', 'text', (c) => c.notNull().check(sql`profile in ('admin', 'supervisor', 'user')`))
    .addColumn('super', 'integer', flag(0))
    .addColumn('allTicket', 'text', (c) => c.notNull().defaultTo('desabled'))
    // Default connection, without a foreign key: a deleted connection is no default.
    .addColumn('whatsappId', 'integer')
    .addColumn('language', 'text', (c) => c.check(sql`language in ('pt', 'en', 'es')`))
    .addColumn('undoSeconds', 'integer', (c) => c.notNull().defaultTo(3).check(sql`undoSeconds in (0, 3, 5, 10)`))
    .addColumn('online', 'integer', flag(0))
    .addColumn('lastSeenAt', 'text')
    .addColumn('support', 'integer', flag(0))
    .addColumn('away', 'integer', flag(0))
    .execute()
}

/** Queues of a user; `turn` orders the members of a queue for distribution. */
async function createUserQueues(db: Kysely<unknown>) {
  await keyedTable(db, 'user_queues')
    .addColumn('companyId', 'integer', required)
    .addColumn('userId', 'integer', required)
    .addColumn('queueId', 'integer', required)
    .addColumn('turn', 'integer', count)
    .addPrimaryKeyConstraint('user_queues_key', ['userId', 'queueId'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .$call(companyForeignKey('queueId', 'queues', 'cascade'))
    .execute()
  await index(db, 'user_queues_queue', 'user_queues', ['companyId', 'queueId'])
}

/** Logins. Refresh tokens are stored as hashes and rotated (docs/adr/0061). */
async function createTokens(db: Kysely<unknown>) {
  await withCompany(table(db, 'tokens'))
    .addColumn('userId', 'integer', required)
    .addColumn('refreshHash', 'text', (c) => c.notNull().unique())
    .addColumn('previousHash', 'text')
    .addColumn('rotatedAt', 'text', required)
    .addColumn('createdAt', 'text', timeOfInsert)
    .addColumn('expiresAt', 'text', required)
    .addColumn('revokedAt', 'text')
    .addColumn('revokedFor', 'text')
    .addColumn('userAgent', 'text', required)
    .addColumn('renewalOnly', 'integer', flag(0))
    .addColumn('address', 'text', emptyText)
    .addColumn('family', 'text')
    .addColumn('branches', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('forkedAt', 'text')
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await index(db, 'tokens_user', 'tokens', ['companyId', 'userId'])
  await index(db, 'tokens_previous', 'tokens', ['previousHash'])
}

/** Secret of an authenticator app; the login does not ask for it before `confirmedAt` is set. */
async function createSecondFactors(db: Kysely<unknown>) {
  await withCompany(table(db, 'second_factors'))
    .addColumn('userId', 'integer', required)
    .addColumn('sealed', 'blob', required)
    .addColumn('confirmedAt', 'text')
    .addColumn('lastStep', 'integer', count)
    .addColumn('createdAt', 'text', timeOfInsert)
    .addUniqueConstraint('second_factors_user', ['companyId', 'userId'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}

/** Codes that replace the second factor, each once. */
async function createRecoveryCodes(db: Kysely<unknown>) {
  await withCompany(table(db, 'recovery_codes'))
    .addColumn('userId', 'integer', required)
    .addColumn('hash', 'text', required)
    .addColumn('usedAt', 'text')
    .addUniqueConstraint('recovery_codes_user', ['companyId', 'userId', 'hash'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}

/** Public keys of passkeys (docs/adr/0072). A credential id is unique in the installation. */
async function createPasskeys(db: Kysely<unknown>) {
  await ownedTable(db, 'passkeys')
    .addColumn('userId', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('rpId', 'text', required)
    .addColumn('userHandle', 'text', required)
    .addColumn('credentialId', 'text', (c) => c.notNull().unique())
    .addColumn('publicKey', 'blob', required)
    .addColumn('counter', 'integer', required)
    .addColumn('transports', 'text', required)
    .addColumn('synced', 'integer', flag(0))
    .addColumn('lastChallengeAt', 'integer', required)
    .addColumn('lastUsedAt', 'text')
    .addColumn('createdAt', 'text', timeOfInsert)
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await index(db, 'passkeys_user', 'passkeys', ['companyId', 'userId'])
}

/** Codes that allow a new password. */
async function createPasswordResets(db: Kysely<unknown>) {
  await withCompany(table(db, 'password_resets'))
    .addColumn('userId', 'integer', required)
    .addColumn('codeHash', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('tries', 'integer', count)
    .addColumn('createdAt', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .addColumn('usedAt', 'text')
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await index(db, 'password_resets_of', 'password_resets', ['companyId', 'userId', 'id'])
  await index(db, 'password_resets_old', 'password_resets', ['createdAt'])
}

/**
 * Open invitations to the team; only the hash of the link is stored. An accepted or revoked invitation is deleted, and
 * so are those of a deleted admin.
 */
async function createInvitations(db: Kysely<unknown>) {
  await ownedTable(db, 'invitations')
    .addColumn('userId', 'integer', required)
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('email', 'text')
    .addColumn('profile', 'text', required)
    .addColumn('queueIds', 'text', required)
    .addColumn('language', 'text', required)
    .addColumn('createdAt', 'text', required)
    .addColumn('expiresAt', 'text', required)
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}
