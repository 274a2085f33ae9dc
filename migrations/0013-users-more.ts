import { type Kysely, sql } from 'kysely'
import { companyForeignKey, now, table, withCompany } from './columns'

/** Adds whether a user is online, the address of each login, and the second factor with its recovery codes. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table users add column online integer not null default 0`.execute(db)
  await sql`alter table users add column lastSeenAt text`.execute(db)
  await sql`alter table tokens add column address text not null default ''`.execute(db)

  // A factor without `confirmedAt` is being set up: the login does not ask for it yet.
  await withCompany(table(db, 'second_factors'))
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('sealed', 'blob', (c) => c.notNull())
    .addColumn('confirmedAt', 'text')
    .addColumn('lastStep', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .addUniqueConstraint('second_factors_user', ['companyId', 'userId'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()

  await withCompany(table(db, 'recovery_codes'))
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('usedAt', 'text')
    .addUniqueConstraint('recovery_codes_user', ['companyId', 'userId', 'hash'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}
