import { type Kysely, sql } from 'kysely'

/** Adds indexes for the hours of a report, for the tickets and ratings of its answers, and for files in use. */
export async function up(db: Kysely<unknown>) {
  for (const column of ['sentAt', 'deliveredAt', 'readAt'])
    await sql`create index ${sql.raw(`campaign_recipients_${column}`)}
      on campaign_recipients (companyId, campaignId, ${sql.raw(column)})
      where ${sql.raw(column)} is not null`.execute(db)
  await sql`create index campaign_parts_media on campaign_parts (companyId, mediaId) where mediaId <> ''`.execute(db)
  await sql`create index campaign_recipients_answered
    on campaign_recipients (companyId, campaignId, answeredAt, ticketId) where answeredAt is not null`.execute(db)
}
