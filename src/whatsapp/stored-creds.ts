import type { AuthenticationCreds } from '@whiskeysockets/baileys'
import type { Fence } from '../core/nodes/fence'
import type { Secrets } from '../core/secrets'
import type { Store } from '../core/storage/db'
import { TenantDb } from '../core/storage/tenant'
import { parseJson } from '../shared/json'
import type { Baileys } from './baileys'
import { deleteTimers } from './chat-timers'
import type { ConnectionRef } from './contract'
import { fencedTransaction } from './fenced-transaction'

interface Place {
  store: Store
  connection: ConnectionRef
  fence?: Fence | undefined
}
interface Parts extends Place {
  secrets: Secrets
  baileys: Baileys
}

/** The stored credentials cannot be decrypted; the number has to be linked again. */
export class UnreadableCreds extends Error {}

/** Returns the stored credentials of a connection. @throws UnreadableCreds */
export async function readCreds(parts: Parts): Promise<AuthenticationCreds | undefined> {
  const { store, secrets, connection, baileys } = parts
  const db = TenantDb.of(store, connection.companyId)
  const row = await db
    .select('wa_creds')
    .select('creds')
    .where('whatsappId', '=', connection.whatsappId)
    .executeTakeFirst()
  if (!row) return undefined
  try {
    const sealer = await secrets.companies.of(db)
    return parseJson(sealer.open(row.creds, placeOf(connection)).toString(), baileys.BufferJSON.reviver)
  } catch (cause) {
    throw new UnreadableCreds('encrypted with another key, or damaged', { cause })
  }
}

/** Stores the credentials of a connection, encrypted. @throws LeaseLost */
export async function writeCreds({ store, secrets, connection, baileys, fence }: Parts, creds: AuthenticationCreds) {
  const { companyId, whatsappId } = connection
  const db = TenantDb.of(store, companyId)
  const sealer = await secrets.companies.of(db)
  const sealed = sealer.seal(JSON.stringify(creds, baileys.BufferJSON.replacer), placeOf(connection))
  await fencedTransaction({ store, companyId, fence }, async (tx) => {
    const updatedAt = new Date().toISOString()
    await tx
      .insert('wa_creds', { whatsappId, creds: sealed, updatedAt })
      .onConflict((at) => at.column('whatsappId').doUpdateSet({ creds: sealed, updatedAt }))
      .execute()
  })
}

/**
 * Deletes credentials, keys and timers of chats of a connection. Decrypted messages that are not stored yet stay.
 * @throws LeaseLost
 */
export async function deleteLink({ store, connection: { companyId, whatsappId }, fence }: Place) {
  await fencedTransaction({ store, companyId, fence }, async (tx) => {
    await tx.delete('wa_keys').where('whatsappId', '=', whatsappId).execute()
    await tx.delete('wa_creds').where('whatsappId', '=', whatsappId).execute()
    await deleteTimers(tx, whatsappId)
  })
}

const placeOf = ({ whatsappId }: ConnectionRef) => `wa_creds/${whatsappId}`
