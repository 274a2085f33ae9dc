import { type Kysely, sql } from 'kysely'
import { companyForeignKey, now, table, withCompany } from './columns'

/**
 * Adds the robot's state to attendances and the next queue to options, and creates `bot_decisions`. The stage `done` is the default: the robot does
 * not begin in conversations that exist at the upgrade.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table attendances add column botStage text not null default 'done'
    check (botStage in ('created', 'reopened', 'queues', 'options', 'done'))`.execute(db)
  for (const name of ['menusSent', 'invalidAnswers'])
    await db.schema
      .alterTable('attendances')
      .addColumn(name, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  // Without foreign keys: a deleted option sends the customer back to the first menu.
  for (const name of ['optionId', 'botAnsweredId'])
    await db.schema.alterTable('attendances').addColumn(name, 'integer').execute()
  for (const name of ['menuAt', 'closedTextAt', 'botEndedAt', 'botEnd'])
    await db.schema.alterTable('attendances').addColumn(name, 'text').execute()

  // Without a foreign key: a deleted queue is no queue to go on to.
  await db.schema.alterTable('queue_options').addColumn('nextQueueId', 'integer').execute()

  await withCompany(table(db, 'bot_decisions'))
    .addColumn('ticketId', 'integer', (c) => c.notNull())
    .addColumn('messageId', 'integer', (c) => c.notNull())
    .addColumn('handler', 'text')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull().defaultTo(now))
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('messageId', 'messages', 'cascade'))
    .execute()
  await sql`create unique index bot_decisions_once on bot_decisions (companyId, messageId)`.execute(db)
  await sql`create index bot_decisions_of on bot_decisions (companyId, ticketId, id)`.execute(db)
  await sql`create index bot_decisions_old on bot_decisions (at)`.execute(db)
}
