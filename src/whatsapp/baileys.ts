import type * as Library from '@whiskeysockets/baileys'
import { boundDecoding } from './bounded-decoding'
import { bindCertificateToKey } from './certificate'
import { repairCurve } from './curve'
import { keepOwnSecrets } from './message-secret'
import { quietLibsignal } from './quiet'
import { keepOtherSessions } from './ratchet'
import { markUnknownFields } from './unknown-fields'

export type Baileys = typeof Library
/** libsignal with a module that its types lack. */
type Signal = typeof import('libsignal') & { curve: { verifySignature: Parameters<typeof repairCurve>[1] } }

let loading: Promise<Baileys> | undefined
let builtInRootKey: Baileys['WA_CERT_DETAILS']['PUBLIC_KEY'] | undefined

/**
 * Returns Baileys, loaded at the first call, because that takes a quarter of a second. Its errors are corrected once
 * for the process (`prepare`). The root key is one for the process, too: later handshakes verify against the one given
 * here, or WhatsApp's.
 */
export async function loadBaileys(rootKey: string | null = null): Promise<Baileys> {
  loading ??= prepare()
  const baileys = await loading
  builtInRootKey ??= baileys.WA_CERT_DETAILS.PUBLIC_KEY
  baileys.WA_CERT_DETAILS.PUBLIC_KEY = rootKey ? Buffer.from(rootKey, 'hex') : builtInRootKey
  return baileys
}

async function prepare(): Promise<Baileys> {
  quietLibsignal()
  const [baileys, { curve, SessionCipher }] = await Promise.all([
    import('@whiskeysockets/baileys'),
    import('libsignal') as unknown as Promise<Signal>,
  ])
  repairCurve(baileys.Curve, curve.verifySignature)
  bindCertificateToKey(baileys)
  boundDecoding(baileys.proto)
  markUnknownFields(baileys.proto.Message)
  keepOwnSecrets(baileys.proto.Message)
  keepOtherSessions(SessionCipher.prototype)
  return baileys
}
