import { hot, type TenantDb } from '../core/storage/tenant'

/** The key type under which a decrypted stanza joins the ratchet's own write (receive.md). */
export const inboxType = 'x-inbox'

/** A part that never came by decryption: the message is known to exist and has to be asked for again. */
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

export const putInbox = hot<InboxRow & Place>()((db, p) =>
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
    // A resend is another ciphertext of the same message: it replaces what was there and waits to be stored again.
    .onConflict((at) =>
      at.columns(['whatsappId', 'key']).doUpdateSet({ hash: p('hash'), body: p('body'), storedAt: null }),
    ),
)

export const findInbox = hot<Place & { key: string }>()((db, p) =>
  db.select('wa_inbox').select(['hash', 'body']).where('whatsappId', '=', p('whatsappId')).where('key', '=', p('key')),
)

const markParts = hot<Place & { waId: string; storedAt: string }>()((db, p) =>
  db
    .update('wa_inbox')
    .set({ storedAt: p('storedAt') })
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('part', '>=', 0)
    .where('storedAt', 'is', null),
)

const closeParts = hot<Place & { waId: string; storedAt: string }>()((db, p) =>
  db
    .update('wa_inbox')
    .set({ storedAt: p('storedAt') })
    .where('whatsappId', '=', p('whatsappId'))
    .where('waId', '=', p('waId'))
    .where('part', '<', 0)
    .where('storedAt', 'is', null),
)

/**
 * Says that these messages are stored: to be called inside the transaction that stores them (at once, no await).
 * Repeating it, or naming an id without a row, does nothing.
 */
export async function markStored(tx: TenantDb, whatsappId: number, waIds: Iterable<string>) {
  const storedAt = new Date().toISOString()
  for (const waId of waIds) await tx.run(markParts, { whatsappId, waId, storedAt })
}

/** Says that a message asked for again has come, or is not to be asked for any more. */
export async function closeJournal(tx: TenantDb, whatsappId: number, waIds: Iterable<string>) {
  const storedAt = new Date().toISOString()
  for (const waId of waIds) await tx.run(closeParts, { whatsappId, waId, storedAt })
}

/** Rows not stored yet, oldest first. */
export const waitingRows = (db: TenantDb, whatsappId: number) =>
  db
    .select('wa_inbox')
    .select(['key', 'waId', 'part', 'attrs', 'body', 'at'])
    .where('whatsappId', '=', whatsappId)
    .where('storedAt', 'is', null)
    .orderBy('at')
    .limit(10_000)
    .execute()
