import { type Kysely, sql } from 'kysely'
import { companyForeignKey, table, withCompany } from './columns'

/**
 * Adds the progress of reading recipients, the flow that answers start, the content of sent parts for the ticket of an
 * answer, the sends that caps count, and an index for the figures of the report.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('campaigns').addColumn('flowId', 'integer').execute()
  await db.schema.alterTable('campaigns').addColumn('preparedAt', 'text').execute()
  await db.schema
    .alterTable('campaigns')
    .addColumn('preparedUpTo', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('campaigns')
    .addColumn('recipientCount', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('campaign_parts').addColumn('body', 'text').execute()
  await db.schema
    .alterTable('campaign_parts')
    .addColumn('mediaType', 'text', (c) => c.notNull().defaultTo('chat'))
    .execute()
  await db.schema.alterTable('campaign_parts').addColumn('mediaId', 'text').execute()
  await withCompany(table(db, 'cold_sends'))
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await sql`create index cold_sends_newest on cold_sends (companyId, whatsappId, at)`.execute(db)
  await sql`create index cold_sends_old on cold_sends (at)`.execute(db)
  await sql`create index campaign_recipients_report on campaign_recipients
    (companyId, campaignId, step, variant, state, sentAt, deliveredAt, readAt, answeredAt, optedOutAt, reason)`.execute(
    db,
  )
}
