import { type Kysely, sql } from 'kysely'
import { companyForeignKey, flag, now, ownedTable, withTimestamps } from './columns'

/**
 * Adds opening hours and settings to queues and connections; creates the options of queue menus, and the health and the
 * outages of connections. `connection_outages.told` is 1 once the admins were notified.
 */
export async function up(db: Kysely<unknown>) {
  // Hours as JSON; the empty text means the default hours of src/shared/hours.ts.
  const text = ['schedules', 'holidays']
  for (const name of text) await addText(db, 'queues', name)
  for (const name of ['promptId', 'integrationId']) await addNumber(db, 'queues', name)

  for (const name of [...text, 'ratingMessage', 'expiresInactiveMessage', 'provider'])
    await addText(db, 'connections', name)
  for (const name of ['expiresTicket', 'timeUseBotQueues', 'timeToTransfer']) await addCount(db, name, 0)
  await addCount(db, 'maxUseBotQueues', 3)
  // Without foreign keys: some of the tables do not exist yet, and a queue may be deleted while a connection names it.
  for (const name of ['transferQueueId', 'promptId', 'integrationId', 'flowIdWelcome', 'flowIdNotPhrase'])
    await addNumber(db, 'connections', name)
  await db.schema.alterTable('connections').addColumn('tokenHash', 'text').execute()
  await db.schema.alterTable('connections').addColumn('tokenSealed', 'blob').execute()
  await sql`create unique index connections_token on connections (tokenHash) where tokenHash is not null`.execute(db)

  await withTimestamps(ownedTable(db, 'queue_options'))
    .addColumn('queueId', 'integer', (c) => c.notNull())
    .addColumn('parentId', 'integer')
    .addColumn('option', 'text', (c) => c.notNull())
    .addColumn('orderOption', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull().defaultTo(''))
    .$call(companyForeignKey('queueId', 'queues', 'cascade'))
    .$call(companyForeignKey('parentId', 'queue_options', 'cascade'))
    .execute()
  await sql`create unique index queue_options_choice on queue_options (companyId, queueId, ifnull(parentId, 0), option)`.execute(
    db,
  )
  await db.schema.createIndex('queue_options_parent').on('queue_options').columns(['companyId', 'parentId']).execute()

  await db.schema
    .createTable('connection_health')
    .addColumn('whatsappId', 'integer', (c) => c.primaryKey())
    .addColumn('companyId', 'integer', (c) => c.notNull())
    .addColumn('stateAt', 'text', (c) => c.notNull().defaultTo(now))
    .addColumn('lastInAt', 'text')
    .addColumn('lastOutAt', 'text')
    .addColumn('limits', 'text', (c) => c.notNull().defaultTo('{}'))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .modifyEnd(sql`strict`)
    .execute()

  await ownedTable(db, 'connection_outages')
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('startedAt', 'text', (c) => c.notNull())
    .addColumn('endedAt', 'text')
    .addColumn('told', 'integer', flag(0))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await sql`create unique index connection_outages_running on connection_outages (companyId, whatsappId) where endedAt is null`.execute(
    db,
  )
  await sql`create index connection_outages_untold on connection_outages (startedAt) where endedAt is null and told = 0`.execute(
    db,
  )
  await sql`create index connection_outages_of on connection_outages (companyId, whatsappId, startedAt)`.execute(db)
  await sql`create index messages_failed on messages (companyId, whatsappId, createdAt) where ack = -1`.execute(db)
}

const addText = (db: Kysely<unknown>, table: string, name: string) =>
  db.schema
    .alterTable(table)
    .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
    .execute()
const addNumber = (db: Kysely<unknown>, table: string, name: string) =>
  db.schema.alterTable(table).addColumn(name, 'integer').execute()
const addCount = (db: Kysely<unknown>, name: string, usual: number) =>
  db.schema
    .alterTable('connections')
    .addColumn(name, 'integer', (c) => c.notNull().defaultTo(usual))
    .execute()
