import type * as Library from '@whiskeysockets/baileys'
import { repairCurve } from './curve'
import { quietLibsignal } from './quiet'

export type Baileys = typeof Library

let loading: Promise<Baileys> | undefined
let trusted: string | undefined

/**
 * Baileys, loaded at first use because it costs a quarter of a second (performance.md §1.6) and prepared once for the
 * whole process: signatures really checked, libsignal kept off the console, and the root key of the server given.
 * The root key is the process's: a second, different one is a mistake of the caller.
 */
export async function loadBaileys(rootKey: string | null = null): Promise<Baileys> {
  loading ??= prepare()
  const baileys = await loading
  const key = rootKey?.toLowerCase() ?? ''
  if (trusted !== undefined && trusted !== key) throw new Error('the root key of WhatsApp is one for the whole process')
  if (trusted === undefined && key !== '') baileys.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(key, 'hex')
  trusted = key
  return baileys
}

async function prepare(): Promise<Baileys> {
  quietLibsignal()
  const [baileys, curve] = await Promise.all([import('@whiskeysockets/baileys'), import('libsignal/src/curve.js')])
  repairCurve(baileys.Curve, curve.verifySignature)
  return baileys
}
