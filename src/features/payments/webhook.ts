import type { Platform } from '../../core/scope'
import { sameText } from '../../core/secrets'
import { AppError } from '../../shared/errors'
import { chargeOf } from './check'
import { readConfig } from './config'
import { note } from './log'

/** Refuses who does not know our secret, before a byte of the body is read; 403 ERR_NO_PERMISSION. */
export async function admitService(platform: Platform, secret: string, address: string) {
  const { webhookSecret } = await readConfig(platform.ports)
  if (webhookSecret !== '' && sameText(secret, webhookSecret)) return
  // Where no service was ever set up there is nothing to forge.
  if (webhookSecret !== '') await note(platform, { address, txid: null, verdict: 'forged' })
  throw new AppError('ERR_NO_PERMISSION')
}

const mostAtOnce = 100
const txidPattern = /^[A-Za-z0-9]{1,35}$/

/** A hint and no more: whatever it says of money, the service is asked. Answers at once. */
export async function hearService(platform: Platform, body: unknown, address: string) {
  const txids = txidsIn(body)
  if (txids.length === 0) await note(platform, { address, txid: null, verdict: 'test' })
  for (const txid of txids) await hear(platform, txid, address)
  return { ok: true }
}

/** What is ours and still open to be asked for, written down and enqueued in one transaction. */
async function hear(platform: Platform, txid: string, address: string, notification?: string) {
  const charge = await chargeOf(platform, txid)
  if (!charge) return note(platform, { address, txid, verdict: 'unknown' })
  if (charge.status === 'paid') return note(platform, { address, txid, verdict: 'repeated' })
  await note(platform, { address, txid, verdict: 'heard' })
  const scope = platform.scope(charge.companyId, { system: 'payment' })
  await scope.transaction((scope) =>
    scope.enqueue('payment.check', { txid, ...(notification && { notification }) }, { lane: `charge:${charge.id}` }),
  )
}

function txidsIn(body: unknown): string[] {
  const { pix } = (typeof body === 'object' && body !== null ? body : {}) as { pix?: unknown }
  if (!Array.isArray(pix)) return []
  const found = pix.slice(0, mostAtOnce).map((one: unknown) => (one as { txid?: unknown } | null)?.txid)
  return found.filter((txid): txid is string => typeof txid === 'string' && txidPattern.test(txid))
}

/** Of a card: its own address names the charge, the body a token with which the service says more. */
export async function hearOfCard(platform: Platform, txid: string, body: unknown, address: string) {
  const { notification } = (typeof body === 'object' && body !== null ? body : {}) as { notification?: unknown }
  const known = typeof notification === 'string' && /^[A-Za-z0-9-]{1,100}$/.test(notification)
  if (txidPattern.test(txid) && known) await hear(platform, txid, address, notification)
  else await note(platform, { address, txid: null, verdict: 'unknown' })
  return { ok: true }
}
