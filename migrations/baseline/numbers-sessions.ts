import { type Kysely, sql } from 'kysely'
import { companyForeignKey, index, keyedTable, plainTable, required, timeOfInsert } from '../columns'

/** Stored state of the WhatsApp sessions, encrypted. */
export const sessionTables = [createWaCreds, createWaKeys, createWaInbox]

/** Credentials of a linked phone. */
async function createWaCreds(db: Kysely<unknown>) {
  await plainTable(db, 'wa_creds')
    .addColumn('whatsappId', 'integer', (c) => c.primaryKey())
    .addColumn('companyId', 'integer', required)
    .addColumn('creds', 'blob', required)
    .addColumn('updatedAt', 'text', timeOfInsert)
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
}

/** Signal keys. */
async function createWaKeys(db: Kysely<unknown>) {
  await keyedTable(db, 'wa_keys')
    .addColumn('companyId', 'integer', required)
    .addColumn('whatsappId', 'integer', required)
    .addColumn('type', 'text', required)
    .addColumn('keyId', 'text', required)
    .addColumn('value', 'blob', required)
    .addPrimaryKeyConstraint('wa_keys_key', ['whatsappId', 'type', 'keyId'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
}

/**
 * Decrypted stanzas, committed together with the state of the Signal ratchet; `storedAt` is set once their message is
 * stored.
 */
async function createWaInbox(db: Kysely<unknown>) {
  await plainTable(db, 'wa_inbox')
    .addColumn('companyId', 'integer', required)
    .addColumn('whatsappId', 'integer', required)
    .addColumn('key', 'text', required)
    .addColumn('waId', 'text', required)
    .addColumn('part', 'integer', required)
    .addColumn('attrs', 'text', required)
    .addColumn('hash', 'blob', required)
    .addColumn('body', 'blob', required)
    .addColumn('at', 'text', required)
    .addColumn('storedAt', 'text')
    .addPrimaryKeyConstraint('wa_inbox_key', ['whatsappId', 'key'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await index(db, 'wa_inbox_waiting', 'wa_inbox', ['whatsappId', 'at'], sql`storedAt is null`)
  await index(db, 'wa_inbox_message', 'wa_inbox', ['whatsappId', 'waId'])
  await index(db, 'wa_inbox_old', 'wa_inbox', ['storedAt'], sql`storedAt is not null`)
}
