import { type Kysely, sql } from 'kysely'

/** Messages that a person starred; the list is read newest star first (docs/adr/0169). */
export const up = (db: Kysely<unknown>) => create(db, 'text', 'integer', ' strict, without rowid')

/** The same in PostgreSQL, where texts compare by their bytes. */
export const upOnPostgres = (db: Kysely<unknown>) => create(db, 'text collate "C"', 'bigint', '')

async function create(db: Kysely<unknown>, text: string, integer: string, end: string) {
  const run = (words: string) => sql.raw(words).execute(db)
  await run(`create table message_stars (
    "companyId" ${integer} not null, "userId" ${integer} not null, "messageId" ${integer} not null,
    at ${text} not null,
    constraint message_stars_key primary key ("companyId", "userId", "messageId"),
    constraint "fk_userId_users" foreign key ("companyId", "userId")
      references users ("companyId", id) on delete cascade,
    constraint "fk_messageId_messages" foreign key ("companyId", "messageId")
      references messages ("companyId", id) on delete cascade)${end}`)
  await run('create index message_stars_newest on message_stars ("companyId", "userId", at, "messageId")')
  await run('create index message_stars_message on message_stars ("companyId", "messageId")')
}
