import { type Kysely, sql } from 'kysely'
import { companyForeignKey, now, ownedTable, table, withCompany, withTimestamps } from './columns'

/** Creates the internal chat and the browsers' subscriptions to push notifications. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'chats'))
    .addColumn('uuid', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('ownerId', 'integer', (c) => c.notNull())
    .addColumn('lastMessage', 'text', (c) => c.notNull().defaultTo(''))
    .$call(companyForeignKey('ownerId', 'users'))
    .execute()

  await db.schema
    .createTable('chat_users')
    .addColumn('companyId', 'integer', (c) => c.notNull())
    .addColumn('chatId', 'integer', (c) => c.notNull())
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('unreads', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lastAt', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('chat_users_key', ['chatId', 'userId'])
    .$call(companyForeignKey('chatId', 'chats', 'cascade'))
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .modifyEnd(sql`strict, without rowid`)
    .execute()
  await sql`create index chat_users_list on chat_users (companyId, userId, lastAt desc, chatId desc)`.execute(db)
  await sql`create index chat_users_unread on chat_users (companyId, userId) where unreads > 0`.execute(db)

  await withCompany(table(db, 'chat_messages'))
    .addColumn('chatId', 'integer', (c) => c.notNull())
    .addColumn('senderId', 'integer')
    .addColumn('senderName', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('mentions', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('clientId', 'text')
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .$call(companyForeignKey('chatId', 'chats', 'cascade'))
    .$call(companyForeignKey('senderId', 'users'))
    .execute()
  await sql`create index chat_messages_of on chat_messages (companyId, chatId, id desc)`.execute(db)
  await sql`create index chat_messages_sender on chat_messages (companyId, senderId)`.execute(db)
  await sql`create unique index chat_messages_once on chat_messages (companyId, chatId, senderId, clientId) where clientId is not null`.execute(
    db,
  )

  await withCompany(table(db, 'push_subscriptions'))
    .addColumn('userId', 'integer', (c) => c.notNull())
    .addColumn('tokenId', 'integer', (c) => c.notNull().references('tokens.id').onDelete('cascade'))
    .addColumn('endpointHash', 'text', (c) => c.notNull().unique())
    .addColumn('sealed', 'blob', (c) => c.notNull())
    .addColumn('muted', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
  await db.schema
    .createIndex('push_subscriptions_user')
    .on('push_subscriptions')
    .columns(['companyId', 'userId'])
    .execute()
  await db.schema.createIndex('push_subscriptions_token').on('push_subscriptions').column('tokenId').execute()
}
