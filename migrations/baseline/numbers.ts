import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  emptyText,
  flag,
  index,
  keyedTable,
  ownedTable,
  plainTable,
  required,
  table,
  timeOfInsert,
  uniqueIndex,
  withCompany,
  withTimestamps,
} from '../columns'

/** WhatsApp connections, their health and their pace. */
export const connectionTables = [
  createConnections,
  createConnectionQueues,
  createConnectionHealth,
  createConnectionOutages,
  createNumberAlerts,
  createAlertMailsOff,
  createColdLanes,
  createColdSends,
]

/** WhatsApp connections. */
async function createConnections(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'connections'))
    .addColumn('name', 'text', required)
    .addColumn('status', 'text', (c) => c.notNull().defaultTo('DISCONNECTED'))
    .addColumn('reason', 'text', (c) => c.defaultTo('notStarted'))
    .addColumn('shouldConnect', 'integer', flag(0))
    .addColumn('isDefault', 'integer', flag(0))
    .addColumn('number', 'text')
    .addColumn('lid', 'text')
    .addColumn('qrcode', 'text', emptyText)
    .addColumn('pairingCode', 'text', emptyText)
    .addColumn('retries', 'integer', count)
    .addColumn('greetingMessage', 'text', emptyText)
    .addColumn('complationMessage', 'text', emptyText)
    .addColumn('outOfHoursMessage', 'text', emptyText)
    .addColumn('connectedAt', 'text')
    .addColumn('schedules', 'text', emptyText)
    .addColumn('holidays', 'text', emptyText)
    .addColumn('ratingMessage', 'text', emptyText)
    .addColumn('expiresInactiveMessage', 'text', emptyText)
    .addColumn('provider', 'text', emptyText)
    .addColumn('expiresTicket', 'integer', count)
    .addColumn('timeUseBotQueues', 'integer', count)
    .addColumn('timeToTransfer', 'integer', count)
    .addColumn('maxUseBotQueues', 'integer', (c) => c.notNull().defaultTo(3))
    // Without foreign keys: a queue, program or flow may be deleted while a connection names it.
    .addColumn('transferQueueId', 'integer')
    .addColumn('promptId', 'integer')
    .addColumn('integrationId', 'integer')
    .addColumn('flowIdWelcome', 'integer')
    .addColumn('flowIdNotPhrase', 'integer')
    .addColumn('tokenHash', 'text')
    .addColumn('tokenSealed', 'blob')
    .addColumn('expiresWarning', 'integer', count)
    .addColumn('expiresWarningMessage', 'text', emptyText)
    .addUniqueConstraint('connections_name', ['companyId', 'name'])
    .execute()
  // A company has one default connection.
  await uniqueIndex(db, 'connections_default', 'connections', ['companyId'], sql`isDefault = 1`)
  await uniqueIndex(db, 'connections_token', 'connections', ['tokenHash'], sql`tokenHash is not null`)
  // Connections with timers; a scheduled task reads them every minute.
  await index(db, 'connections_timed', 'connections', ['id'], sql`expiresTicket > 0 or timeToTransfer > 0`)
  // Finds what uses an integration before it is deleted.
  await index(
    db,
    'connections_integration',
    'connections',
    ['companyId', 'integrationId'],
    sql`integrationId is not null`,
  )
}

/** Queues that a connection offers. */
async function createConnectionQueues(db: Kysely<unknown>) {
  await keyedTable(db, 'connection_queues')
    .addColumn('companyId', 'integer', required)
    .addColumn('whatsappId', 'integer', required)
    .addColumn('queueId', 'integer', required)
    .addPrimaryKeyConstraint('connection_queues_key', ['whatsappId', 'queueId'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .$call(companyForeignKey('queueId', 'queues', 'cascade'))
    .execute()
}

/** Health of a connection; no row before its first value. */
async function createConnectionHealth(db: Kysely<unknown>) {
  await plainTable(db, 'connection_health')
    .addColumn('whatsappId', 'integer', (c) => c.primaryKey())
    .addColumn('companyId', 'integer', required)
    .addColumn('stateAt', 'text', timeOfInsert)
    .addColumn('lastInAt', 'text')
    .addColumn('lastOutAt', 'text')
    .addColumn('limits', 'text', (c) => c.notNull().defaultTo('{}'))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
}

/**
 * Periods in which a linked number was not connected although it should have been; `announced` is 1 once admins know.
 */
async function createConnectionOutages(db: Kysely<unknown>) {
  await ownedTable(db, 'connection_outages')
    .addColumn('whatsappId', 'integer', required)
    .addColumn('reason', 'text')
    .addColumn('startedAt', 'text', required)
    .addColumn('endedAt', 'text')
    .addColumn('announced', 'integer', flag(0))
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  // A connection has one outage at a time.
  await uniqueIndex(
    db,
    'connection_outages_running',
    'connection_outages',
    ['companyId', 'whatsappId'],
    sql`endedAt is null`,
  )
  await index(db, 'connection_outages_of', 'connection_outages', ['companyId', 'whatsappId', 'startedAt'])
  await index(
    db,
    'connection_outages_unannounced',
    'connection_outages',
    ['startedAt'],
    sql`endedAt is null and announced = 0`,
  )
}

/** Events of numbers of which admins were notified, each once. */
async function createNumberAlerts(db: Kysely<unknown>) {
  await ownedTable(db, 'number_alerts')
    .addColumn('whatsappId', 'integer', required)
    .addColumn('kind', 'text', required)
    .addColumn('event', 'text', required)
    .addColumn('since', 'text', required)
    .addColumn('until', 'text')
    .addColumn('createdAt', 'text', timeOfInsert)
    .addUniqueConstraint('number_alerts_once', ['companyId', 'whatsappId', 'kind', 'event'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await index(db, 'number_alerts_newest', 'number_alerts', ['companyId', 'createdAt'])
  await index(db, 'number_alerts_old', 'number_alerts', ['createdAt'])
}

/** Admins who want no alerts by e-mail. */
async function createAlertMailsOff(db: Kysely<unknown>) {
  await withCompany(plainTable(db, 'alert_mails_off'))
    .addColumn('userId', 'integer', (c) => c.primaryKey())
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}

/** Pace of campaign messages of a connection, over all campaigns (docs/adr/0055). */
async function createColdLanes(db: Kysely<unknown>) {
  await withCompany(plainTable(db, 'cold_lanes'))
    .addColumn('whatsappId', 'integer', (c) => c.primaryKey())
    .addColumn('nextSendAt', 'text')
    .addColumn('sentInRow', 'integer', count)
    .addColumn('failedInRow', 'integer', count)
    .addColumn('backOffUntil', 'text')
    .addColumn('pausedUntil', 'text')
    .addColumn('numberSince', 'text')
    .addColumn('number', 'text')
    .addColumn('linkedAt', 'text')
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
}

/** Campaign messages of the last day; caps count them. */
async function createColdSends(db: Kysely<unknown>) {
  await withCompany(table(db, 'cold_sends'))
    .addColumn('whatsappId', 'integer', required)
    .addColumn('at', 'text', required)
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await index(db, 'cold_sends_newest', 'cold_sends', ['companyId', 'whatsappId', 'at'])
  await index(db, 'cold_sends_old', 'cold_sends', ['at'])
}
