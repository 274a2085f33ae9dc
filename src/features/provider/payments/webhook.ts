import type { Platform } from '../../../core/scope'
import type { Notice } from './adapter'
import { adapters } from './adapters'
import { findCharge, findTxid } from './check'
import { logWebhook } from './log'
import type { ProviderName } from './model'

const maxTxids = 100
const txidPattern = /^[A-Za-z0-9]{1,35}$/

/**
 * Enqueues a check of every txid in the notification. Its amounts are ignored; the check asks the service. Returns at
 * once.
 */
export async function receiveNotification(platform: Platform, body: unknown, address: string) {
  const txids = txidsIn(body)
  if (txids.length === 0) await logWebhook(platform, { address, txid: null, verdict: 'test' })
  for (const txid of txids) await enqueueCheck(platform, txid, address)
  return { ok: true }
}

/** Enqueues a check of the charge that a notification of the service `name` is about. Returns at once. */
export async function receiveNotice(platform: Platform, name: ProviderName, notice: Notice, address: string) {
  const { txid, serviceId } = adapters[name].notices?.chargeIn(notice) ?? {}
  const found = txid ?? (serviceId && (await findTxid(platform, name, serviceId)))
  if (found && txidPattern.test(found)) await enqueueCheck(platform, found, address)
  else await logWebhook(platform, { address, txid: null, verdict: serviceId ? 'unknown' : 'test' })
  return { ok: true }
}

/** Logs a notification and enqueues the check, also of a paid charge, whose money may have been given back. */
async function enqueueCheck(platform: Platform, txid: string, address: string, notification?: string) {
  const charge = await findCharge(platform, txid)
  if (!charge) return logWebhook(platform, { address, txid, verdict: 'unknown' })
  await logWebhook(platform, { address, txid, verdict: charge.status === 'paid' ? 'repeated' : 'heard' })
  const scope = platform.scope(charge.companyId, { system: 'payment' })
  await scope.transaction((scope) =>
    scope.enqueue('payment.check', { txid, ...(notification && { notification }) }, { lane: `charge:${charge.id}` }),
  )
}

function txidsIn(body: unknown): string[] {
  const { pix } = (typeof body === 'object' && body !== null ? body : {}) as { pix?: unknown }
  if (!Array.isArray(pix)) return []
  const found = pix.slice(0, maxTxids).map((one: unknown) => (one as { txid?: unknown } | null)?.txid)
  return found.filter((txid): txid is string => typeof txid === 'string' && txidPattern.test(txid))
}

/**
 * Handles a card notification: the URL contains the txid, the body a token for reading the details from the service.
 */
export async function receiveCardNotification(platform: Platform, txid: string, body: unknown, address: string) {
  const { notification } = (typeof body === 'object' && body !== null ? body : {}) as { notification?: unknown }
  const isToken = typeof notification === 'string' && /^[A-Za-z0-9-]{1,100}$/.test(notification)
  if (txidPattern.test(txid) && isToken) await enqueueCheck(platform, txid, address, notification)
  else await logWebhook(platform, { address, txid: null, verdict: 'unknown' })
  return { ok: true }
}
