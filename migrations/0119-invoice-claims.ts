import { type Kysely, sql } from 'kysely'

/**
 * Payments that companies say they have made, with a receipt, and what a settlement by hand changed, so that it can be
 * taken back (docs/adr/0191).
 */
export const up = (db: Kysely<unknown>) => create(db, 'text')

/** The same in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) => create(db, 'text collate "C"')

async function create(db: Kysely<unknown>, text: string) {
  const run = (words: string) => sql.raw(words).execute(db)
  for (const column of [
    `"claimedAt" ${text}`,
    `"mediaId" ${text}`,
    `refusal ${text} not null default ''`,
    `settlement ${text}`,
  ])
    await run(`alter table invoices add column ${column}`)
  await run('create index invoices_media on invoices ("companyId", "mediaId") where "mediaId" is not null')
  await run('create index invoices_claimed on invoices ("claimedAt") where "claimedAt" is not null')
}
