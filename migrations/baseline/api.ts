import { type Kysely, sql } from 'kysely'
import {
  count,
  flag,
  index,
  ownedTable,
  plainTable,
  required,
  uniqueIndex,
  withCompany,
  withTimestamps,
} from '../columns'

/** Subscriptions to events, and the requests that tell programs outside of them. */
export const deliveryTables = [createWebhooks, createDeliveries, createDeliveriesWaiting, createDeliveryReceivers]

/** Subscriptions to events. */
async function createWebhooks(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'webhooks'))
    .addColumn('name', 'text', required)
    .addColumn('url', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('active', 'integer', flag(1))
    .addColumn('secretSealed', 'blob')
    .addColumn('disabledReason', 'text')
    .execute()
  await index(db, 'webhooks_active', 'webhooks', ['companyId', 'id'], sql`active = 1`)
}

/** Requests to a receiver. Without foreign keys to what a request tells of: the log stays when a ticket is deleted. */
async function createDeliveries(db: Kysely<unknown>) {
  await ownedTable(db, 'deliveries')
    .addColumn('source', 'text', (c) => c.notNull().check(sql`source in ('webhook', 'integration')`))
    .addColumn('sourceId', 'integer', required)
    .addColumn('event', 'text', required)
    .addColumn('eventId', 'text', required)
    .addColumn('lane', 'text', required)
    .addColumn('ticketId', 'integer')
    .addColumn('contactId', 'integer')
    .addColumn('messageId', 'integer')
    .addColumn('body', 'text', required)
    .addColumn('state', 'text', (c) =>
      c.notNull().defaultTo('waiting').check(sql`state in ('waiting', 'delivered', 'failed')`),
    )
    .addColumn('attempts', 'integer', count)
    .addColumn('createdAt', 'text', required)
    .addColumn('queuedAt', 'text', required)
    .addColumn('triedAt', 'text')
    .addColumn('nextAt', 'text')
    .addColumn('status', 'integer')
    .addColumn('error', 'text')
    .addColumn('response', 'text')
    .addColumn('duration', 'integer')
    .execute()
  await index(db, 'deliveries_of', 'deliveries', ['companyId', 'source', 'sourceId', 'state', 'id'])
  await index(db, 'deliveries_contact', 'deliveries', ['companyId', 'contactId'], sql`contactId is not null`)
  await index(db, 'deliveries_old', 'deliveries', ['state', 'createdAt'])
}

/** Number of waiting deliveries of each receiver, kept by triggers. */
async function createDeliveriesWaiting(db: Kysely<unknown>) {
  await withCompany(plainTable(db, 'deliveries_waiting'))
    .addColumn('source', 'text', (c) => c.notNull().check(sql`source in ('webhook', 'integration')`))
    .addColumn('sourceId', 'integer', required)
    .addColumn('waiting', 'integer', required)
    .addPrimaryKeyConstraint('deliveries_waiting_of', ['companyId', 'source', 'sourceId'])
    .execute()
  const more = sql`insert into deliveries_waiting (companyId, source, sourceId, waiting)
    values (new.companyId, new.source, new.sourceId, 1)
    on conflict (companyId, source, sourceId) do update set waiting = waiting + 1;`
  const less = sql`update deliveries_waiting set waiting = waiting - 1
    where companyId = old.companyId and source = old.source and sourceId = old.sourceId;`
  await sql`create trigger deliveries_waiting_more after insert on deliveries when new.state = 'waiting'
    begin ${more} end`.execute(db)
  await sql`create trigger deliveries_waiting_again after update of state on deliveries
    when new.state = 'waiting' and old.state <> 'waiting' begin ${more} end`.execute(db)
  await sql`create trigger deliveries_waiting_less after update of state on deliveries
    when old.state = 'waiting' and new.state <> 'waiting' begin ${less} end`.execute(db)
  await sql`create trigger deliveries_waiting_gone after delete on deliveries when old.state = 'waiting'
    begin ${less} end`.execute(db)
}

/** Receivers that failed. */
async function createDeliveryReceivers(db: Kysely<unknown>) {
  await ownedTable(db, 'delivery_receivers')
    .addColumn('source', 'text', (c) => c.notNull().check(sql`source in ('webhook', 'integration')`))
    .addColumn('sourceId', 'integer', required)
    .addColumn('failures', 'integer', count)
    .addColumn('failingSince', 'text')
    .addColumn('pausedUntil', 'text')
    .execute()
  await uniqueIndex(db, 'delivery_receivers_of', 'delivery_receivers', ['companyId', 'source', 'sourceId'])
}
