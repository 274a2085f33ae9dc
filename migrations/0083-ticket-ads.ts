import { type Kysely, sql } from 'kysely'
import { index } from './columns'

/** The first ad or post through which the customer of a ticket came: its fields, its name for reports, and the time. */
export async function up(db: Kysely<unknown>) {
  for (const column of ['ad', 'adName', 'adAt'])
    await db.schema.alterTable('tickets').addColumn(column, 'text').execute()
  await index(db, 'tickets_ads', 'tickets', ['companyId', 'adAt'], sql`adAt is not null`)
}
