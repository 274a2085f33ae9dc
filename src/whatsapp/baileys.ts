import type * as Library from '@whiskeysockets/baileys'
import { bindCertificateToKey } from './certificate'
import { repairCurve } from './curve'
import { quietLibsignal } from './quiet'
import { keepOtherSessions } from './ratchet'
import { markUnknownFields } from './unknown-fields'

export type Baileys = typeof Library
/** What libsignal's own types leave out. */
type Signal = typeof import('libsignal') & { curve: { verifySignature: Parameters<typeof repairCurve>[1] } }

let loading: Promise<Baileys> | undefined
let whatsAppsOwn: Baileys['WA_CERT_DETAILS']['PUBLIC_KEY'] | undefined

/**
 * Baileys, loaded at first use because it costs a quarter of a second (performance.md §1.6) and prepared once for the
 * whole process: signatures really checked, the server's certificate bound to its key, sessions not spoilt, libsignal
 * kept off the console. The root key of the server is the process's as well: every handshake from now on verifies
 * against the one given here, or WhatsApp's own.
 */
export async function loadBaileys(rootKey: string | null = null): Promise<Baileys> {
  loading ??= prepare()
  const baileys = await loading
  whatsAppsOwn ??= baileys.WA_CERT_DETAILS.PUBLIC_KEY
  baileys.WA_CERT_DETAILS.PUBLIC_KEY = rootKey ? Buffer.from(rootKey, 'hex') : whatsAppsOwn
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
  markUnknownFields(baileys.proto.Message)
  keepOtherSessions(SessionCipher.prototype)
  return baileys
}
