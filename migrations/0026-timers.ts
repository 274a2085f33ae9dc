import { type Kysely, sql } from 'kysely'

/**
 * Adds to tickets the time of an unanswered reply and of the warning before they are closed, to connections the warning
 * before inactivity closes a ticket, and one index per timer.
 */
export async function up(db: Kysely<unknown>) {
  for (const name of ['answeredAt', 'warnedAt']) await db.schema.alterTable('tickets').addColumn(name, 'text').execute()
  // The last message of a person counts: texts that the product wrote itself are no answers.
  await sql`update tickets set answeredAt = (
      select case when m.fromMe = 1 then m.createdAt end from messages m
      where m.companyId = tickets.companyId and m.ticketId = tickets.id and m.origin in ('customer', 'agent', 'phone')
      order by m.id desc limit 1)
    where status = 'open'`.execute(db)
  await sql`create index tickets_answered on tickets (companyId, whatsappId, answeredAt)
    where status = 'open' and answeredAt is not null`.execute(db)
  await sql`create index tickets_unassigned on tickets (companyId, whatsappId, lastMessageAt)
    where status = 'pending' and queueId is null`.execute(db)
  await db.schema
    .alterTable('connections')
    .addColumn('expiresWarning', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('connections')
    .addColumn('expiresWarningMessage', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`create index connections_timed on connections (id) where expiresTicket > 0 or timeToTransfer > 0`.execute(
    db,
  )
}
