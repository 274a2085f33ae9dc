import type { Kysely } from 'kysely'
import { companyForeignKey, keyedTable, required } from './columns'

/** Timers of chats whose messages disappear, by connection and address of the chat. */
export async function up(db: Kysely<unknown>) {
  await keyedTable(db, 'chat_timers')
    .addColumn('companyId', 'integer', required)
    .addColumn('whatsappId', 'integer', required)
    .addColumn('address', 'text', required)
    .addColumn('seconds', 'integer', required)
    .addColumn('at', 'text', required)
    .addPrimaryKeyConstraint('chat_timers_key', ['whatsappId', 'address'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
}
