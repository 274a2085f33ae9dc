import { type Kysely, sql } from 'kysely'
import {
  companyForeignKey,
  count,
  emptyText,
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

/** Pins, views and drafts of each agent; notes and chats between agents. */
export const teamTables = [
  createTicketPins,
  createTicketViews,
  createDrafts,
  createTicketNotes,
  createNoteMentions,
  createChats,
  createChatUsers,
  createChatMessages,
]

/** Tickets that a user keeps at the top of the list. */
async function createTicketPins(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'ticket_pins'))
    .addColumn('userId', 'integer', required)
    .addColumn('ticketId', 'integer', required)
    .addPrimaryKeyConstraint('ticket_pins_key', ['companyId', 'userId', 'ticketId'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .execute()
  await index(db, 'ticket_pins_ticket', 'ticket_pins', ['companyId', 'ticketId'])
}

/** Saved filters of a user's ticket lists, in the user's order. */
async function createTicketViews(db: Kysely<unknown>) {
  await withCompany(table(db, 'ticket_views'))
    .addColumn('userId', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('filter', 'text', required)
    .addUniqueConstraint('ticket_views_order', ['companyId', 'userId', 'position'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}

/** Text that a user typed in a ticket and did not send. */
async function createDrafts(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'drafts'))
    .addColumn('userId', 'integer', required)
    .addColumn('ticketId', 'integer', required)
    .addColumn('body', 'text', required)
    .addColumn('at', 'text', timeOfInsert)
    .addPrimaryKeyConstraint('drafts_key', ['companyId', 'userId', 'ticketId'])
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .execute()
  await index(db, 'drafts_ticket', 'drafts', ['companyId', 'ticketId'])
}

/** Internal notes; a note outlives its author. */
async function createTicketNotes(db: Kysely<unknown>) {
  await ownedTable(db, 'ticket_notes')
    .addColumn('ticketId', 'integer', required)
    .addColumn('userId', 'integer')
    .addColumn('note', 'text', required)
    .addColumn('mentions', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('createdAt', 'text', timeOfInsert)
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .execute()
  await index(db, 'ticket_notes_of', 'ticket_notes', ['companyId', 'ticketId', 'id desc'])
}

/** Users mentioned in a note; `seenAt` is when the user saw it. */
async function createNoteMentions(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'note_mentions'))
    .addColumn('noteId', 'integer', required)
    .addColumn('userId', 'integer', required)
    .addColumn('seenAt', 'text')
    .addPrimaryKeyConstraint('note_mentions_key', ['companyId', 'noteId', 'userId'])
    .$call(companyForeignKey('noteId', 'ticket_notes', 'cascade'))
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await index(db, 'note_mentions_of', 'note_mentions', ['companyId', 'userId', 'noteId'])
  await index(db, 'note_mentions_unseen', 'note_mentions', ['companyId', 'userId', 'noteId desc'], sql`seenAt is null`)
}

/** Internal chats. */
async function createChats(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'chats'))
    .addColumn('uuid', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', required)
    .addColumn('ownerId', 'integer', required)
    .addColumn('lastMessage', 'text', emptyText)
    .$call(companyForeignKey('ownerId', 'users'))
    .execute()
}

/**
 * Members of a chat. `lastAt` is a copy of the chat's `updatedAt`, so that one index returns a user's chats in order.
 */
async function createChatUsers(db: Kysely<unknown>) {
  await keyedTable(db, 'chat_users')
    .addColumn('companyId', 'integer', required)
    .addColumn('chatId', 'integer', required)
    .addColumn('userId', 'integer', required)
    .addColumn('unreads', 'integer', count)
    .addColumn('lastAt', 'text', required)
    .addPrimaryKeyConstraint('chat_users_key', ['chatId', 'userId'])
    .$call(companyForeignKey('chatId', 'chats', 'cascade'))
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await index(db, 'chat_users_list', 'chat_users', ['companyId', 'userId', 'lastAt desc', 'chatId desc'])
  await index(db, 'chat_users_unread', 'chat_users', ['companyId', 'userId'], sql`unreads > 0`)
}

/** Messages of a chat; one that the browser sent twice is stored once. */
async function createChatMessages(db: Kysely<unknown>) {
  await withCompany(table(db, 'chat_messages'))
    .addColumn('chatId', 'integer', required)
    .addColumn('senderId', 'integer')
    .addColumn('senderName', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('mentions', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('clientId', 'text')
    .addColumn('createdAt', 'text', timeOfInsert)
    .$call(companyForeignKey('chatId', 'chats', 'cascade'))
    .$call(companyForeignKey('senderId', 'users'))
    .execute()
  await index(db, 'chat_messages_of', 'chat_messages', ['companyId', 'chatId', 'id desc'])
  await index(db, 'chat_messages_sender', 'chat_messages', ['companyId', 'senderId'])
  await uniqueIndex(
    db,
    'chat_messages_once',
    'chat_messages',
    ['companyId', 'chatId', 'senderId', 'clientId'],
    sql`clientId is not null`,
  )
}
