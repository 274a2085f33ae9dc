import { type Kysely, sql } from 'kysely'
import { companyForeignKey, flag, index, ownedTable, required, uniqueIndex, withTimestamps } from '../columns'

/** Prepared messages. */
export const preparedTables = [createQuickMessages, createSchedules, createFileLists, createFileOptions]

/** Canned answers: of one user, or with `geral` of the company. */
async function createQuickMessages(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'quick_messages'))
    .addColumn('userId', 'integer')
    .addColumn('shortcode', 'text', required)
    .addColumn('code', 'text', required)
    .addColumn('message', 'text', required)
    .addColumn('searchText', 'text', required)
    .addColumn('geral', 'integer', flag(0))
    .addColumn('status', 'integer', flag(1))
    .addColumn('mediaId', 'text')
    .$call(companyForeignKey('userId', 'users'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  // A shortcut is unique among those of one user, and among those of the company.
  await uniqueIndex(db, 'quick_messages_own', 'quick_messages', ['companyId', 'userId', 'code'], sql`geral = 0`)
  await uniqueIndex(db, 'quick_messages_geral', 'quick_messages', ['companyId', 'code'], sql`geral = 1`)
  await index(db, 'quick_messages_code', 'quick_messages', ['companyId', 'code', 'id'])
  await index(db, 'quick_messages_of', 'quick_messages', ['companyId', 'userId', 'code', 'id'])
  await index(db, 'quick_messages_media', 'quick_messages', ['companyId', 'mediaId'], sql`mediaId is not null`)
}

/**
 * Messages to be sent once. `messageId` is no foreign key: the schedule stays when its message is deleted with the
 * ticket.
 */
async function createSchedules(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'schedules'))
    .addColumn('contactId', 'integer', required)
    .addColumn('userId', 'integer')
    .addColumn('body', 'text', required)
    .addColumn('searchText', 'text', required)
    .addColumn('sendAt', 'text', required)
    .addColumn('sentAt', 'text')
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO')`))
    .addColumn('error', 'text')
    .addColumn('late', 'integer', flag(0))
    .addColumn('claimedAt', 'text')
    .addColumn('messageId', 'integer')
    .addColumn('mediaId', 'text')
    .addColumn('waitUntil', 'text')
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .$call(companyForeignKey('userId', 'users'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  await index(db, 'schedules_message', 'schedules', ['companyId', 'messageId'], sql`messageId is not null`)
  await index(db, 'schedules_created', 'schedules', ['companyId', 'createdAt desc', 'id desc'])
  await index(db, 'schedules_time', 'schedules', ['companyId', 'sendAt', 'id'])
  await index(db, 'schedules_contact', 'schedules', ['companyId', 'contactId', 'createdAt desc', 'id desc'])
  await index(db, 'schedules_author', 'schedules', ['companyId', 'userId', 'createdAt desc', 'id desc'])
  await index(db, 'schedules_media', 'schedules', ['companyId', 'mediaId'], sql`mediaId is not null`)
}

/** Lists of files that are sent together, with a text. */
async function createFileLists(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'file_lists'))
    .addColumn('name', 'text', required)
    .addColumn('code', 'text', required)
    .addColumn('message', 'text', required)
    .execute()
  await uniqueIndex(db, 'file_lists_code', 'file_lists', ['companyId', 'code'])
}

/** Files of a list, in their order. */
async function createFileOptions(db: Kysely<unknown>) {
  await ownedTable(db, 'file_options')
    .addColumn('fileListId', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('name', 'text', required)
    .addColumn('mediaId', 'text')
    .$call(companyForeignKey('fileListId', 'file_lists', 'cascade'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  await index(db, 'file_options_of', 'file_options', ['companyId', 'fileListId', 'position', 'id'])
  await index(db, 'file_options_media', 'file_options', ['companyId', 'mediaId'], sql`mediaId is not null`)
}
