import { type Kysely, sql } from 'kysely'

/** Reminders of invoices, each in the company that sends it (docs/adr/0184). */
export const up = (db: Kysely<unknown>) => create(db, 'text', 'integer', ' strict, without rowid')

/** The same in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) => create(db, 'text collate "C"', 'bigint', '')

async function create(db: Kysely<unknown>, text: string, integer: string, end: string) {
  await sql
    .raw(`create table reminders (
      "companyId" ${integer} not null references companies (id) on delete cascade,
      "invoiceId" ${integer} not null, step ${integer} not null, channel ${text} not null,
      "sentAt" ${text} not null default '',
      constraint reminders_key primary key ("companyId", "invoiceId", step, channel))${end}`)
    .execute(db)
}
