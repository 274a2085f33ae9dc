import { type Kysely, sql } from 'kysely'

/**
 * Plan that a company has chosen for its next period, differences that it owes, and its cancellation (docs/adr/0192). An
 * invoice knows which part of it is such a difference.
 */
export const up = (db: Kysely<unknown>) => create(db, 'text', 'integer')

/** The same in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) => create(db, 'text collate "C"', 'bigint')

async function create(db: Kysely<unknown>, text: string, integer: string) {
  const run = (words: string) => sql.raw(words).execute(db)
  await run(`alter table companies add column "nextPlanId" ${integer} references plans (id)`)
  const columns = [`"nextPlanOn" ${text}`, `owed ${integer} not null default 0`]
  const cancellation = [`"cancelledAt" ${text}`, `"cancelReason" ${text} not null default ''`]
  for (const column of [...columns, ...cancellation]) await run(`alter table companies add column ${column}`)
  await run(`alter table invoices add column extra ${integer} not null default 0`)
  await run('create index companies_next_plan on companies ("nextPlanId") where "nextPlanId" is not null')
}
