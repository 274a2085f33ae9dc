import { sql } from 'kysely'
import { TenantDb } from '../../src/core/storage/tenant'
import type { ConnectionRef } from '../../src/whatsapp/contract'
import { markStored } from '../../src/whatsapp/inbox'
import type { Inbound } from '../../src/whatsapp/received'
import { createWhatsApp } from '../../src/whatsapp/sessions'
import { companyId, createParsers, createStore, RecordingHost, secrets } from './world'

/**
 * Process that stores received messages in the transaction that marks them stored; the test kills it at any moment.
 * Arguments: directory, server URL, root key. Prints each session state as a line of JSON.
 */
const [directory = '', url = '', rootKey = ''] = process.argv.slice(2)
const store = await createStore(directory)
await store.write(async ({ kysely }) => {
  await sql`create table if not exists heard (id integer primary key, waId text unique, chat text, body text, times integer) strict`.execute(
    kysely,
  )
})

class StoringHost extends RecordingHost {
  override async onInbound({ whatsappId }: ConnectionRef, batch: Inbound[]) {
    await store.write(async (tx) => {
      for (const one of batch)
        if (one.type === 'message' && !one.stub) await storeMessage(tx, one.waId, one.chat.lid ?? '', one.body)
      await markStored(
        new TenantDb(store, tx, companyId),
        whatsappId,
        batch.map(({ waId }) => waId),
      )
    })
  }
  override async onState(_: ConnectionRef, state: object) {
    process.stdout.write(`${JSON.stringify(state)}\n`)
  }
}

async function storeMessage(tx: typeof store.read, waId: string, chat: string, body: string) {
  await sql`insert into heard (waId, chat, body, times) values (${waId}, ${chat}, ${body}, 1)
    on conflict (waId) do update set times = times + 1`.execute(tx.kysely)
}

process.stdout.on('error', () => process.exit()) // the parent process has ended
const timing = { backoffMin: 100, backoffMax: 500 }
const parsers = createParsers()
createWhatsApp({ store, secrets, host: new StoringHost(store), parsers, options: { url, rootKey, timing } }).start({
  companyId,
  whatsappId: 1,
})
