import { type Kysely, sql } from 'kysely'
import { companyForeignKey, ownedTable } from './columns'

/** Creates the requests for a rating that closed tickets send, and adds the rating to the history of tickets. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table ticket_events add column rate integer check (rate between 1 and 3)`.execute(db)
  await ownedTable(db, 'rating_requests')
    .addColumn('ticketId', 'integer', (c) => c.notNull())
    .addColumn('attendanceId', 'integer', (c) => c.notNull())
    .addColumn('whatsappId', 'integer')
    .addColumn('contactId', 'integer', (c) => c.notNull())
    .addColumn('userId', 'integer')
    .addColumn('sentAt', 'text', (c) => c.notNull())
    .addColumn('expiresAt', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('waiting', 'answered', 'cancelled')`))
    .addColumn('messageId', 'integer')
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('attendanceId', 'attendances', 'cascade'))
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .execute()
  await sql`create unique index rating_requests_once on rating_requests (companyId, attendanceId)`.execute(db)
  await sql`create index rating_requests_of on rating_requests (companyId, contactId, whatsappId, state)`.execute(db)
  await sql`create index rating_requests_ticket on rating_requests (companyId, ticketId)`.execute(db)
  await sql`create index rating_requests_old on rating_requests (state, expiresAt)`.execute(db)
}
