import { type Kysely, sql } from 'kysely'
import { flag, ownedTable, withTimestamps } from './columns'

/** Creates subscriptions to events, and the requests that tell programs outside of events. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'webhooks'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('active', 'integer', flag(1))
    .addColumn('secretSealed', 'blob')
    .addColumn('disabledReason', 'text')
    .execute()
  await sql`create index webhooks_active on webhooks (companyId, id) where active = 1`.execute(db)
  // Without foreign keys to what a request tells of: the log stays when a ticket is deleted.
  await ownedTable(db, 'deliveries')
    .addColumn('source', 'text', (c) => c.notNull().check(sql`source in ('webhook', 'integration')`))
    .addColumn('sourceId', 'integer', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('eventId', 'text', (c) => c.notNull())
    .addColumn('lane', 'text', (c) => c.notNull())
    .addColumn('ticketId', 'integer')
    .addColumn('contactId', 'integer')
    .addColumn('messageId', 'integer')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().defaultTo('waiting').check(sql`state in ('waiting', 'delivered', 'failed')`),
    )
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addColumn('queuedAt', 'text', (c) => c.notNull())
    .addColumn('triedAt', 'text')
    .addColumn('nextAt', 'text')
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('response', 'text')
    .addColumn('duration', 'integer')
    .execute()
  await sql`create index deliveries_of on deliveries (companyId, source, sourceId, state, id)`.execute(db)
  await sql`create index deliveries_contact on deliveries (companyId, contactId) where contactId is not null`.execute(
    db,
  )
  await sql`create index deliveries_old on deliveries (state, createdAt)`.execute(db)
  await ownedTable(db, 'delivery_receivers')
    .addColumn('source', 'text', (c) => c.notNull().check(sql`source in ('webhook', 'integration')`))
    .addColumn('sourceId', 'integer', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('failingSince', 'text')
    .addColumn('pausedUntil', 'text')
    .execute()
  await sql`create unique index delivery_receivers_of on delivery_receivers (companyId, source, sourceId)`.execute(db)
}
