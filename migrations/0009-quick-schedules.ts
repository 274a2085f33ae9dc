import { type Kysely, sql } from 'kysely'
import { companyForeignKey, flag, ownedTable, withTimestamps } from './columns'

/** Creates quick messages (canned answers) and scheduled messages. */
export async function up(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'quick_messages'))
    .addColumn('userId', 'integer')
    .addColumn('shortcode', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('folded', 'text', (c) => c.notNull())
    .addColumn('geral', 'integer', flag(0))
    .addColumn('status', 'integer', flag(1))
    .addColumn('mediaId', 'text')
    .$call(companyForeignKey('userId', 'users'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  await sql`create unique index quick_messages_own on quick_messages (companyId, userId, code) where geral = 0`.execute(
    db,
  )
  await sql`create unique index quick_messages_geral on quick_messages (companyId, code) where geral = 1`.execute(db)
  await sql`create index quick_messages_code on quick_messages (companyId, code, id)`.execute(db)
  await sql`create index quick_messages_of on quick_messages (companyId, userId, code, id)`.execute(db)
  await sql`create index quick_messages_media on quick_messages (companyId, mediaId) where mediaId is not null`.execute(
    db,
  )

  await withTimestamps(ownedTable(db, 'schedules'))
    .addColumn('contactId', 'integer', (c) => c.notNull())
    .addColumn('userId', 'integer')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('folded', 'text', (c) => c.notNull())
    .addColumn('sendAt', 'text', (c) => c.notNull())
    .addColumn('sentAt', 'text')
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO')`))
    .addColumn('error', 'text')
    .addColumn('late', 'integer', flag(0))
    .addColumn('claimedAt', 'text')
    .addColumn('messageId', 'integer')
    .addColumn('mediaId', 'text')
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .$call(companyForeignKey('userId', 'users'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  // `messageId` is no foreign key: the schedule stays when its message is deleted with the ticket.
  await sql`create index schedules_message on schedules (companyId, messageId) where messageId is not null`.execute(db)
  await sql`create index schedules_created on schedules (companyId, createdAt desc, id desc)`.execute(db)
  await sql`create index schedules_time on schedules (companyId, sendAt, id)`.execute(db)
  await sql`create index schedules_contact on schedules (companyId, contactId, createdAt desc, id desc)`.execute(db)
  await sql`create index schedules_author on schedules (companyId, userId, createdAt desc, id desc)`.execute(db)
  await sql`create index schedules_media on schedules (companyId, mediaId) where mediaId is not null`.execute(db)
}
