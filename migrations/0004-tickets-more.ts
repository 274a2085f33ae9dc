import { type Kysely, sql } from 'kysely'
import { companyForeignKey, flag, ownedTable } from './columns'

/**
 * Creates attendances (one summary row each) and the pins of users. `ticket_events.told` is 1 when a text about the
 * event was sent to the customer.
 */
export async function up(db: Kysely<unknown>) {
  // Users and queues have no foreign key: the row is history and outlives them, as rows of ticket_events do.
  await ownedTable(db, 'attendances')
    .addColumn('ticketId', 'integer', (c) => c.notNull())
    .addColumn('queuedAt', 'text')
    .addColumn('startedAt', 'text')
    .addColumn('firstResponseAt', 'text')
    .addColumn('finishedAt', 'text')
    .addColumn('ratingSentAt', 'text')
    .addColumn('ratedAt', 'text')
    .addColumn('userId', 'integer')
    .addColumn('queueId', 'integer')
    .addColumn('reason', 'text')
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .execute()
  await sql`create unique index attendances_running on attendances (companyId, ticketId) where finishedAt is null`.execute(
    db,
  )
  await sql`create index attendances_of on attendances (companyId, ticketId, id)`.execute(db)
  await sql`create index attendances_began on attendances (companyId, createdAt)`.execute(db)
  await sql`create index attendances_finished on attendances (companyId, finishedAt) where finishedAt is not null`.execute(
    db,
  )
  await db.schema
    .createTable('ticket_pins')
    .addColumn('companyId', 'integer', (c) => c.notNull().references('companies.id').onDelete('cascade'))
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('ticketId', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ticket_pins_key', ['companyId', 'userId', 'ticketId'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .modifyEnd(sql`strict, without rowid`)
    .execute()
  await db.schema.createIndex('ticket_pins_ticket').on('ticket_pins').columns(['companyId', 'ticketId']).execute()
  await db.schema.alterTable('ticket_events').addColumn('told', 'integer', flag(0)).execute()
}
