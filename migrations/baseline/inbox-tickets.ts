import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  emptyText,
  flag,
  index,
  keyedTable,
  ownedTable,
  required,
  table,
  timeOfInsert,
  uniqueIndex,
  withCompany,
  withTimestamps,
} from '../columns'

/** Tickets and their history. */
export const ticketTables = [createTickets, createTicketEvents, createTicketTags]

/** Conversations with a contact over a connection. */
async function createTickets(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'tickets'))
    .addColumn('uuid', 'text', (c) => c.notNull().unique())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('pending', 'open', 'closed')`))
    .addColumn('contactId', 'integer', required)
    .addColumn('whatsappId', 'integer')
    .addColumn('userId', 'integer')
    .addColumn('queueId', 'integer')
    .addColumn('isGroup', 'integer', flag(0))
    .addColumn('chatbot', 'integer', flag(0))
    .addColumn('unreadMessages', 'integer', count)
    .addColumn('lastMessage', 'text', emptyText)
    .addColumn('lastMessageAt', 'text', required)
    .addColumn('lastMessageFromMe', 'integer', flag(0))
    .addColumn('closedAt', 'text')
    .addColumn('closedBy', 'integer')
    .addColumn('closeReason', 'text')
    .addColumn('answeredAt', 'text')
    .addColumn('warnedAt', 'text')
    .addColumn('botLoop', 'integer', (c) => c.notNull().defaultTo(0).check(sql`botLoop in (0, 1)`))
    // The last moment of the calendar for a customer who does not wait, so that the ticket sorts last.
    .addColumn('waitingSince', 'text', (c) => c.notNull().defaultTo('9999-12-31T23:59:59.999Z'))
    .addColumn('lastMessageOrigin', 'text')
    .addColumn('lastMessageUserId', 'integer')
    .addColumn('lastMessageSender', 'text')
    .addColumn('snoozedUntil', 'text')
    .addColumn('targetKind', 'text')
    .addColumn('targetDueAt', 'text')
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .$call(companyForeignKey('whatsappId', 'connections'))
    .$call(companyForeignKey('userId', 'users'))
    .$call(companyForeignKey('queueId', 'queues'))
    .execute()
  const live = sql`status <> 'closed'`
  // A contact has one live ticket per connection.
  await uniqueIndex(db, 'tickets_one_live', 'tickets', ['companyId', 'contactId', 'whatsappId'], live)
  // One index per list, in its order.
  await index(db, 'tickets_inbox', 'tickets', ['companyId', 'status', 'updatedAt desc', 'id desc'])
  await index(db, 'tickets_queue', 'tickets', ['companyId', 'status', 'queueId', 'updatedAt desc', 'id desc'])
  await index(db, 'tickets_owner', 'tickets', ['companyId', 'userId', 'status', 'updatedAt desc', 'id desc'])
  await index(db, 'tickets_contact', 'tickets', ['companyId', 'contactId', 'whatsappId', 'updatedAt desc'])
  await index(db, 'tickets_connection', 'tickets', ['companyId', 'whatsappId', 'status'])
  // Earlier tickets of a contact, which a conversation shows above its own messages.
  await index(db, 'tickets_of_contact', 'tickets', ['companyId', 'contactId', 'id desc'])
  // One index per timer of the robot.
  await index(
    db,
    'tickets_answered',
    'tickets',
    ['companyId', 'whatsappId', 'answeredAt'],
    sql`status = 'open' and answeredAt is not null`,
  )
  await index(
    db,
    'tickets_unassigned',
    'tickets',
    ['companyId', 'whatsappId', 'lastMessageAt'],
    sql`status = 'pending' and queueId is null`,
  )
  // The lists in the order of waiting.
  await index(db, 'tickets_waiting', 'tickets', ['companyId', 'status', 'waitingSince', 'id'], live)
  await index(db, 'tickets_waiting_user', 'tickets', ['companyId', 'userId', 'status', 'waitingSince', 'id'], live)
  await index(db, 'tickets_target', 'tickets', ['companyId', 'targetDueAt', 'queueId'], sql`targetDueAt is not null`)
  // Ends with `chatbot`, so that live figures read the index only.
  const byQueue = ['companyId', 'status', 'queueId', 'waitingSince', 'id', 'chatbot']
  await index(db, 'tickets_waiting_queue', 'tickets', byQueue, live)
}

/**
 * History of tickets. Without foreign keys to users and queues, which it outlives. `announced` is 1 when a text about
 * the event was sent to the customer.
 */
async function createTicketEvents(db: Kysely<unknown>) {
  await withCompany(table(db, 'ticket_events'))
    .addColumn('ticketId', 'integer', required)
    .addColumn('at', 'text', timeOfInsert)
    .addColumn('kind', 'text', required)
    .addColumn('actorId', 'integer')
    .addColumn('fromUserId', 'integer')
    .addColumn('toUserId', 'integer')
    .addColumn('fromQueueId', 'integer')
    .addColumn('toQueueId', 'integer')
    .addColumn('announced', 'integer', flag(0))
    .addColumn('rate', 'integer', (c) => c.check(sql`rate between 1 and 3`))
    .addColumn('flowName', 'text')
    .addColumn('outcome', 'text')
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .execute()
  await index(db, 'ticket_events_of', 'ticket_events', ['companyId', 'ticketId', 'id'])
}

/** Tags of tickets. */
async function createTicketTags(db: Kysely<unknown>) {
  await keyedTable(db, 'ticket_tags')
    .addColumn('companyId', 'integer', required)
    .addColumn('ticketId', 'integer', required)
    .addColumn('tagId', 'integer', required)
    .addPrimaryKeyConstraint('ticket_tags_key', ['companyId', 'ticketId', 'tagId'])
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('tagId', 'tags', 'cascade'))
    .execute()
  await index(db, 'ticket_tags_tag', 'ticket_tags', ['companyId', 'tagId', 'ticketId'])
}
