import { type Kysely, sql } from 'kysely'

/**
 * Name of the request that made a proposal, so that a repeated request makes no second one after a person has decided
 * (docs/adr/0182). Proposals of the version before have none.
 */
export const up = (db: Kysely<unknown>) => add(db, 'text')

/** The same in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) => add(db, 'text collate "C"')

async function add(db: Kysely<unknown>, text: string) {
  const run = (words: string) => sql.raw(words).execute(db)
  await run(`alter table message_proposals add column "requestId" ${text}`)
  await run('create unique index message_proposals_request on message_proposals ("companyId", "apiKeyId", "requestId")')
}
