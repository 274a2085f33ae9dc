import { type Kysely, sql } from 'kysely'

/**
 * Adds to tickets the time since which the customer waits for an answer of a person, and its indexes, one per list. A
 * ticket whose customer does not wait has the last moment of the calendar, so that it sorts last.
 */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('tickets')
    .addColumn('waitingSince', 'text', (c) => c.notNull().defaultTo('9999-12-31T23:59:59.999Z'))
    .execute()
  await sql`update tickets set waitingSince = coalesce((
      select m.createdAt from messages m
      where m.companyId = tickets.companyId and m.ticketId = tickets.id and m.origin = 'customer' and m.id > coalesce((
        select a.id from messages a
        where a.companyId = tickets.companyId and a.ticketId = tickets.id and a.origin in ('agent', 'phone')
        order by a.id desc limit 1), 0)
      order by m.id limit 1),
      case status when 'pending' then lastMessageAt else waitingSince end)
    where status <> 'closed'`.execute(db)
  await sql`create index tickets_waiting on tickets (companyId, status, waitingSince, id)
    where status <> 'closed'`.execute(db)
  await sql`create index tickets_waiting_queue on tickets (companyId, status, queueId, waitingSince, id)
    where status <> 'closed'`.execute(db)
  await sql`create index tickets_waiting_user on tickets (companyId, userId, status, waitingSince, id)
    where status <> 'closed'`.execute(db)
}
