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
  withCompany,
  withTimestamps,
} from '../columns'

/** Messages and the search in them. */
export const messageTables = [
  createMessages,
  createMessageEdits,
  createReactions,
  createLinkPreviews,
  createIdempotency,
  createMessageSearch,
  createSearchProgress,
  createSearchReindex,
  createSearchTriggers,
]

/** Messages. The author has no foreign key, because the message outlives the user. */
async function createMessages(db: Kysely<unknown>) {
  await withTimestamps(ownedTable(db, 'messages'))
    .addColumn('ticketId', 'integer', required)
    .addColumn('contactId', 'integer', required)
    .addColumn('whatsappId', 'integer')
    .addColumn('waId', 'text', required)
    .addColumn('participant', 'text', emptyText)
    .addColumn('senderName', 'text', emptyText)
    .addColumn('fromMe', 'integer', required)
    .addColumn('origin', 'text', required)
    .addColumn('userId', 'integer')
    .addColumn('body', 'text', required)
    .addColumn('mediaType', 'text', required)
    .addColumn('mediaId', 'text')
    .addColumn('mediaStatus', 'text', (c) => c.check(sql`mediaStatus in ('pending', 'ready', 'failed')`))
    .addColumn('detail', 'text')
    .addColumn('ack', 'integer', count)
    .addColumn('error', 'text')
    .addColumn('isDeleted', 'integer', flag(0))
    .addColumn('isEdited', 'integer', flag(0))
    .addColumn('quotedWaId', 'text')
    .addColumn('proto', 'blob')
    .addColumn('read', 'integer', flag(0))
    .addColumn('sentAt', 'text')
    .addColumn('deliveredAt', 'text')
    .addColumn('readAt', 'text')
    // Its first three columns also serve as the index that finds a message by WhatsApp's id.
    .addUniqueConstraint('messages_once', ['companyId', 'whatsappId', 'waId', 'fromMe', 'contactId'])
    .$call(companyForeignKey('ticketId', 'tickets', 'cascade'))
    .$call(companyForeignKey('contactId', 'contacts', 'cascade'))
    .$call(companyForeignKey('whatsappId', 'connections'))
    .$call(companyForeignKey('mediaId', 'media'))
    .execute()
  await index(db, 'messages_of_ticket', 'messages', ['companyId', 'ticketId', 'id desc'])
  await index(db, 'messages_media', 'messages', ['companyId', 'mediaId'], sql`mediaId is not null`)
  // Sent messages without an acknowledgement: few rows, read every minute and when a connection opens.
  await index(db, 'messages_unconfirmed', 'messages', ['whatsappId', 'id'], sql`fromMe = 1 and ack = 0`)
  await index(db, 'messages_contact', 'messages', ['companyId', 'contactId'])
  await index(db, 'messages_gallery', 'messages', ['companyId', 'contactId', 'id desc'], sql`mediaId is not null`)
  await index(db, 'messages_failed', 'messages', ['companyId', 'whatsappId', 'createdAt'], sql`ack = -1`)
  // Finds a person's messages in groups when the person's contact is erased.
  await index(db, 'messages_participant', 'messages', ['companyId', 'participant'], sql`participant <> ''`)
}

/** Earlier texts of edited messages. */
async function createMessageEdits(db: Kysely<unknown>) {
  await withCompany(table(db, 'message_edits'))
    .addColumn('messageId', 'integer', required)
    .addColumn('body', 'text', required)
    .addColumn('at', 'text', timeOfInsert)
    .$call(companyForeignKey('messageId', 'messages', 'cascade'))
    .execute()
  await index(db, 'message_edits_of', 'message_edits', ['companyId', 'messageId'])
}

/** One reaction per message and sender. */
async function createReactions(db: Kysely<unknown>) {
  await withCompany(table(db, 'reactions'))
    .addColumn('messageId', 'integer', required)
    .addColumn('sender', 'text', required)
    .addColumn('emoji', 'text', required)
    .addColumn('at', 'text', timeOfInsert)
    .addUniqueConstraint('reactions_one', ['messageId', 'sender'])
    .$call(companyForeignKey('messageId', 'messages', 'cascade'))
    .execute()
  await index(db, 'reactions_of', 'reactions', ['companyId', 'messageId'])
}

/** Previews of linked pages; `preview` is null for a page without one. */
async function createLinkPreviews(db: Kysely<unknown>) {
  await withCompany(table(db, 'link_previews'))
    .addColumn('url', 'text', required)
    .addColumn('preview', 'text')
    .addColumn('fetchedAt', 'text', timeOfInsert)
    .addUniqueConstraint('link_previews_one', ['companyId', 'url'])
    .execute()
  await index(db, 'link_previews_old', 'link_previews', ['fetchedAt'])
}

/**
 * Messages made for an Idempotency-Key, by their position in the request. Without a foreign key, so that the key
 * outlives a deleted message; 0 as `messageId` stands for a request that started a flow.
 */
async function createIdempotency(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'idempotency'))
    .addColumn('userId', 'integer', required)
    .addColumn('key', 'text', required)
    .addColumn('position', 'integer', required)
    .addColumn('requestHash', 'text', required)
    .addColumn('ticketId', 'integer', required)
    .addColumn('messageId', 'integer', required)
    .addColumn('createdAt', 'text', timeOfInsert)
    .addColumn('flowRunId', 'integer')
    .addPrimaryKeyConstraint('idempotency_key', ['companyId', 'userId', 'key', 'position'])
    .execute()
  await index(db, 'idempotency_message', 'idempotency', ['companyId', 'messageId'])
  await index(db, 'idempotency_old', 'idempotency', ['createdAt'])
}

/**
 * Full-text index of messages, one for all companies (core/storage/search-index.ts): trigrams without positions, and a
 * mark of the company beside each text. A scheduled task fills it, so that storing a message does not; the task also
 * merges the segments of the index, so `automerge` is off.
 */
async function createMessageSearch(db: Kysely<unknown>) {
  await sql`create virtual table message_search using fts5(
    company, body, content='', contentless_delete=1, detail=none, tokenize='trigram case_sensitive 1')`.execute(db)
  await sql`insert into message_search (message_search, rank) values ('automerge', 0)`.execute(db)
  await sql`insert into message_search (message_search, rank) values ('crisismerge', 500)`.execute(db)
}

/** Last indexed message: one row. */
async function createSearchProgress(db: Kysely<unknown>) {
  await plainTable(db, 'search_progress')
    .addColumn('id', 'integer', (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn('indexed', 'integer', required)
    .execute()
  await sql`insert into search_progress (id, indexed) values (1, 0)`.execute(db)
}

/** Messages to index again. */
async function createSearchReindex(db: Kysely<unknown>) {
  await plainTable(db, 'search_reindex')
    .addColumn('messageId', 'integer', (c) => c.primaryKey())
    .execute()
}

/** A changed message is indexed again; a deleted one leaves the index. */
async function createSearchTriggers(db: Kysely<unknown>) {
  await sql`create trigger messages_reworded after update of body, detail on messages
    when old.body is not new.body or old.detail is not new.detail
    begin insert or ignore into search_reindex (messageId) values (new.id); end`.execute(db)
  await sql`create trigger messages_gone after delete on messages
    begin
      delete from message_search where rowid = old.id;
      delete from search_reindex where messageId = old.id;
    end`.execute(db)
}
