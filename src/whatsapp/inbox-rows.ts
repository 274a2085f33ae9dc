import { inTexts, type ListParameter, listOf } from '../core/storage/expressions'
import { hot, type TenantDb } from '../core/storage/tenant'

/**
 * Key type of inbox rows in `AuthState.write`, which stores them together with the ratchet state (docs/whatsapp.md,
 * "Receiving").
 */
export const inboxType = 'x-inbox'

/** Part number of a row without content: the message exists and has to be requested from the phone. */
export const journalPart = -1

export interface InboxRow {
  /** `from|participant|id|part`. */
  key: string
  waId: string
  part: number
  /** The stanza's attributes as JSON. */
  attrs: string
  /** First 16 bytes of the ciphertext's SHA-256. */
  hash: Uint8Array
  /** The padded plaintext, sealed. */
  body: Uint8Array
  at: string
}
interface Place {
  whatsappId: number
}

export const upsertInboxRow = hot<InboxRow & Place>()((db, p) =>
  db
    .insert('wa_inbox', {
      whatsappId: p('whatsappId'),
      key: p('key'),
      waId: p('waId'),
      part: p('part'),
      attrs: p('attrs'),
      hash: p('hash'),
      body: p('body'),
      at: p('at'),
      storedAt: null,
    })
    // A message sent again has another ciphertext; its row replaces the former one and is not stored yet.
    .onConflict((at) =>
      at.columns(['whatsappId', 'key']).doUpdateSet({ hash: p('hash'), body: p('body'), storedAt: null }),
    ),
)

export const findInbox = hot<Place & { key: string }>()((db, p) =>
  db.select('wa_inbox').select(['hash', 'body']).where('whatsappId', '=', p('whatsappId')).where('key', '=', p('key')),
)

const markParts = hot<Place & { waIds: ListParameter; storedAt: string }>()((db, p) =>
  db
    .update('wa_inbox')
    .set({ storedAt: p('storedAt') })
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', 'in', inTexts(p('waIds')))
    .where('part', '>=', 0)
    .where('storedAt', 'is', null),
)

const closeParts = hot<Place & { waIds: ListParameter; storedAt: string }>()((db, p) =>
  db
    .update('wa_inbox')
    .set({ storedAt: p('storedAt') })
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', 'in', inTexts(p('waIds')))
    .where('part', '<', 0)
    .where('storedAt', 'is', null),
)

/**
 * Marks messages as stored; call inside the transaction that stores them. A repetition, or an id without a row, changes
 * nothing.
 */
export async function markStored(tx: TenantDb, whatsappId: number, waIds: Iterable<string>) {
  await tx.run(markParts, { whatsappId, waIds: listOf(waIds), storedAt: new Date().toISOString() })
}

/** Marks requested messages as received, so that they are not requested again. */
export async function closeJournal(tx: TenantDb, whatsappId: number, waIds: Iterable<string>) {
  await tx.run(closeParts, { whatsappId, waIds: listOf(waIds), storedAt: new Date().toISOString() })
}

/** Returns rows whose messages are not stored, oldest first, at most 10,000. */
export const waitingRows = (db: TenantDb, whatsappId: number) =>
  db
    .select('wa_inbox')
    .select(['key', 'waId', 'part', 'attrs', 'body', 'at'])
    .where('whatsappId', '=', whatsappId)
    .where('storedAt', 'is', null)
    .orderBy('at')
    .limit(10_000)
    .execute()
