import { type Kysely, sql } from 'kysely'

/** Adds the author of the last message to tickets, so that list rows name it, and hides the text of deleted ones. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('tickets').addColumn('lastMessageOrigin', 'text').execute()
  await db.schema.alterTable('tickets').addColumn('lastMessageUserId', 'integer').execute()
  await db.schema.alterTable('tickets').addColumn('lastMessageSender', 'text').execute()
  await sql`update tickets set (lastMessageOrigin, lastMessageUserId, lastMessageSender, lastMessage) =
    (select m.origin, m.userId, m.senderName, case m.isDeleted when 1 then '🚫' else tickets.lastMessage end
      from messages m where m.companyId = tickets.companyId and m.ticketId = tickets.id order by m.id desc limit 1)
    where exists (select 1 from messages m where m.companyId = tickets.companyId and m.ticketId = tickets.id)`.execute(
    db,
  )
}
