import { type Kysely, sql } from 'kysely'

/** Words that the two engines spell differently. */
interface Words {
  text: string
  integer: string
  end: string
}

/**
 * Files, quotes and reactions in internal chats, and at most one direct chat for two people (docs/adr/0155). A direct
 * chat has two rows in `direct_chats`, one for each person, so that either finds it by its key.
 */
export const up = (db: Kysely<unknown>) =>
  extend(db, { text: 'text', integer: 'integer', end: ' strict, without rowid' })

/** The same schema in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) =>
  extend(db, { text: 'text collate "C"', integer: 'bigint', end: '' })

async function extend(db: Kysely<unknown>, words: Words) {
  const run = (text: string) => sql.raw(text).execute(db)
  for (const text of [...columns(words), ...tables(words)]) await run(text)
}

const columns = ({ text, integer }: Words) => [
  `alter table chats add column direct ${integer} not null default 0`,
  `alter table chat_messages add column "mediaId" ${text}`,
  `alter table chat_messages add column detail ${text}`,
  `alter table chat_messages add column "quotedId" ${integer}`,
  'create unique index chat_messages_of_company on chat_messages ("companyId", id)',
  'create index chat_messages_media on chat_messages ("companyId", "mediaId") where "mediaId" is not null',
]

const tables = ({ text, integer, end }: Words) => [
  `create table direct_chats (
    "companyId" ${integer} not null, "userId" ${integer} not null, "otherUserId" ${integer} not null,
    "chatId" ${integer} not null,
    constraint direct_chats_key primary key ("companyId", "userId", "otherUserId"),
    ${foreignKey('userId', 'users')}, ${foreignKey('otherUserId', 'users')}, ${foreignKey('chatId', 'chats')})${end}`,
  'create index direct_chats_other on direct_chats ("companyId", "otherUserId")',
  'create index direct_chats_chat on direct_chats ("companyId", "chatId")',
  `create table chat_reactions (
    "companyId" ${integer} not null, "chatMessageId" ${integer} not null, "userId" ${integer} not null,
    emoji ${text} not null, at ${text} not null,
    constraint chat_reactions_key primary key ("companyId", "chatMessageId", "userId"),
    ${foreignKey('chatMessageId', 'chat_messages')}, ${foreignKey('userId', 'users')})${end}`,
  'create index chat_reactions_user on chat_reactions ("companyId", "userId")',
]

const foreignKey = (column: string, target: string) =>
  `constraint "fk_${column}_${target}" foreign key ("companyId", "${column}")
    references ${target} ("companyId", id) on delete cascade`
