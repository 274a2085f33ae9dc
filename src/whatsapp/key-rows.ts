import type { Sealer } from '../core/secrets'
import { hot } from '../core/storage/tenant'
import { parseJson } from '../shared/json'
import type { Baileys } from './baileys'

interface KeyPlace {
  whatsappId: number
  type: string
  keyId: string
}

export const getKey = hot<KeyPlace>()((db, p) =>
  db
    .select('wa_keys')
    .select('value')
    .where('whatsappId', '=', p('whatsappId'))
    .where('type', '=', p('type'))
    .where('keyId', '=', p('keyId')),
)
export const upsertKey = hot<KeyPlace & { value: Uint8Array }>()((db, p) =>
  db
    .insert('wa_keys', { whatsappId: p('whatsappId'), type: p('type'), keyId: p('keyId'), value: p('value') })
    .onConflict((at) => at.columns(['whatsappId', 'type', 'keyId']).doUpdateSet({ value: p('value') })),
)
export const dropKey = hot<KeyPlace>()((db, p) =>
  db
    .delete('wa_keys')
    .where('whatsappId', '=', p('whatsappId'))
    .where('type', '=', p('type'))
    .where('keyId', '=', p('keyId')),
)

/** Ids of one type from `from` (included) to `until` (excluded). */
export const listKeyIds = hot<{ whatsappId: number; type: string; from: string; until: string }>()((db, p) =>
  db
    .select('wa_keys')
    .select('keyId')
    .where('whatsappId', '=', p('whatsappId'))
    .where('type', '=', p('type'))
    .where('keyId', '>=', p('from'))
    .where('keyId', '<', p('until')),
)

/** Types that are JSON without bytes, and types that are bytes only: both need no BufferJSON, which is slow. */
const plainJson = new Set(['session', 'lid-mapping', 'device-list', 'sender-key-memory'])
const onlyBytes = new Set(['sender-key', 'identity-key'])

/** Encodes and encrypts the keys of a connection; the ciphertext is bound to connection, type and id. */
export class KeyCodec {
  constructor(
    private readonly sealer: Sealer,
    private readonly baileys: Baileys,
    private readonly whatsappId: number,
  ) {}

  seal(type: string, keyId: string, value: unknown): Uint8Array {
    return this.sealer.seal(this.plain(type, value), this.place(type, keyId))
  }

  open(type: string, keyId: string, sealed: Uint8Array): unknown {
    const plain = this.sealer.open(sealed, this.place(type, keyId))
    if (onlyBytes.has(type)) return plain
    const value = parseJson<Record<string, unknown>>(
      plain.toString(),
      plainJson.has(type) ? undefined : this.baileys.BufferJSON.reviver,
    )
    return type === 'app-state-sync-key' ? this.baileys.proto.Message.AppStateSyncKeyData.fromObject(value) : value
  }

  private plain(type: string, value: unknown): Uint8Array | string {
    if (onlyBytes.has(type)) return value as Uint8Array
    return plainJson.has(type) ? JSON.stringify(value) : JSON.stringify(value, this.baileys.BufferJSON.replacer)
  }

  private place = (type: string, keyId: string) => `wa_keys/${this.whatsappId}/${type}/${keyId}`
}

/**
 * Returns sender keys whose bytes are in base64. Baileys encodes skipped message keys in a form that it cannot read
 * back ("Expected Buffer instead of: Object"), and each group message overtaken by another one needs a retry.
 */
export function repaired(entries: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(entries).map(([id, value]) => {
      if (!(value instanceof Uint8Array)) return [id, value]
      const record = parseJson(Buffer.from(value).toString(), (_, part) =>
        part?.type === 'Buffer' && Array.isArray(part.data)
          ? { type: 'Buffer', data: Buffer.from(part.data).toString('base64') }
          : part,
      )
      return [id, Buffer.from(JSON.stringify(record))]
    }),
  )
}
