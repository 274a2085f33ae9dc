import { type Kysely, sql } from 'kysely'
import { companyForeignKey, flag, now, ownedTable, withTimestamps } from './columns'

/**
 * Creates the WhatsApp connections, their encrypted credentials and keys, and the inbox, whose rows are committed
 * together with the state of the Signal ratchet. `connections.wanted` is 1 while the connection should be connected.
 */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'connections'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('DISCONNECTED'))
    .addColumn('reason', 'text', (c) => c.defaultTo('notStarted'))
    .addColumn('wanted', 'integer', flag(0))
    .addColumn('isDefault', 'integer', flag(0))
    .addColumn('number', 'text')
    .addColumn('lid', 'text')
    .addColumn('qrcode', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('pairingCode', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('retries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('greetingMessage', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('complationMessage', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('outOfHoursMessage', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('connectedAt', 'text')
    .addUniqueConstraint('connections_name', ['companyId', 'name'])
    .execute()
  await sql`create unique index connections_default on connections (companyId) where isDefault = 1`.execute(db)

  await db.schema
    .createTable('connection_queues')
    .addColumn('companyId', 'integer', (c) => c.notNull())
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('queueId', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('connection_queues_key', ['whatsappId', 'queueId'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .$call(companyForeignKey('queueId', 'queues', 'cascade'))
    .modifyEnd(sql`strict, without rowid`)
    .execute()

  await db.schema
    .createTable('wa_creds')
    .addColumn('whatsappId', 'integer', (c) => c.primaryKey())
    .addColumn('companyId', 'integer', (c) => c.notNull())
    .addColumn('creds', 'blob', (c) => c.notNull())
    .addColumn('updatedAt', 'text', (c) => c.notNull().defaultTo(now))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .modifyEnd(sql`strict`)
    .execute()

  await db.schema
    .createTable('wa_keys')
    .addColumn('companyId', 'integer', (c) => c.notNull())
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('keyId', 'text', (c) => c.notNull())
    .addColumn('value', 'blob', (c) => c.notNull())
    .addPrimaryKeyConstraint('wa_keys_key', ['whatsappId', 'type', 'keyId'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .modifyEnd(sql`strict, without rowid`)
    .execute()

  await db.schema
    .createTable('wa_inbox')
    .addColumn('companyId', 'integer', (c) => c.notNull())
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('waId', 'text', (c) => c.notNull())
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('attrs', 'text', (c) => c.notNull())
    .addColumn('hash', 'blob', (c) => c.notNull())
    .addColumn('body', 'blob', (c) => c.notNull())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('storedAt', 'text')
    .addPrimaryKeyConstraint('wa_inbox_key', ['whatsappId', 'key'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .modifyEnd(sql`strict`)
    .execute()
  await sql`create index wa_inbox_waiting on wa_inbox (whatsappId, at) where storedAt is null`.execute(db)
  await sql`create index wa_inbox_message on wa_inbox (whatsappId, waId)`.execute(db)
  await sql`create index wa_inbox_old on wa_inbox (storedAt) where storedAt is not null`.execute(db)
}
