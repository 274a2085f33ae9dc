import { type Kysely, sql } from 'kysely'
import { ownedTable, withTimestamps } from './columns'

/** Creates the integrations of queues and connections with programs outside: Typebot, Dialogflow, n8n, webhooks. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'queue_integrations'))
    .addColumn('type', 'text', (c) =>
      c.notNull().check(sql`type in ('dialogflow', 'n8n', 'webhook', 'typebot', 'flowbuilder')`),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('projectName', 'text', (c) => c.notNull())
    .addColumn('language', 'text', (c) => c.notNull().defaultTo('pt-BR'))
    .addColumn('urlN8N', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('typebotSlug', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('typebotExpires', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('typebotDelayMessage', 'integer', (c) => c.notNull().defaultTo(1000))
    .addColumn('typebotKeywordFinish', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('typebotKeywordRestart', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('typebotRestartMessage', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('typebotUnknownMessage', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('flowId', 'integer')
    .addColumn('jsonSealed', 'blob')
    .addColumn('secretSealed', 'blob')
    .execute()
  await sql`create unique index queue_integrations_code on queue_integrations (companyId, code)`.execute(db)
  // Finds what uses an integration before it is deleted.
  for (const name of ['queues', 'connections'])
    await sql`create index ${sql.raw(`${name}_integration`)} on ${sql.table(name)} (companyId, integrationId)
      where integrationId is not null`.execute(db)
}
