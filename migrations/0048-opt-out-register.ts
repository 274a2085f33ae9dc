import { type Kysely, sql } from 'kysely'
import { ownedTable } from './columns'

/** Adds the reason and the confirmation to the register of opt-outs, and keyed hashes of the numbers of erased people. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('opt_outs')
    .addColumn('reason', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('opt_outs').addColumn('confirmedAt', 'text').execute()
  await sql`create index opt_outs_campaign on opt_outs (companyId, campaignId) where campaignId is not null`.execute(db)
  await ownedTable(db, 'erased_opt_outs')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addUniqueConstraint('erased_opt_outs_once', ['companyId', 'subject'])
    .execute()
}
