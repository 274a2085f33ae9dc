import type { Platform } from '../../../core/scope'
import { sameText } from '../../../core/secrets'
import { AppError } from '../../../shared/errors'
import type { RateLimits } from '../../accounts/auth/rate-limits'
import { findCharge } from './check'
import { readConfig } from './config'
import { logWebhook } from './log'

type LogLimits = Pick<RateLimits, 'forgedLine' | 'forgedLines'>

/**
 * Compares the secret before the body is read. A wrong one is logged once in a quarter of an hour per address, and sixty
 * times an hour in all. @throws ERR_NO_PERMISSION for a wrong one
 */
export async function authenticateService({ platform, limits }: Payee, secret: string, address: string) {
  const { webhookSecret } = await readConfig(platform.ports)
  if (webhookSecret !== '' && sameText(secret, webhookSecret)) return
  // Without payment settings nothing is logged: there is no secret to forge.
  if (webhookSecret !== '' && mayLog(limits, address))
    await logWebhook(platform, { address, txid: null, verdict: 'forged' })
  throw new AppError('ERR_NO_PERMISSION')
}

interface Payee {
  platform: Platform
  limits: LogLimits
}

function mayLog({ forgedLine, forgedLines }: LogLimits, address: string): boolean {
  try {
    forgedLine.take(address)
    forgedLines.take('')
    return true
  } catch {
    return false
  }
}

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

/** Logs a notification and enqueues the check when the charge is open. */
async function enqueueCheck(platform: Platform, txid: string, address: string, notification?: string) {
  const charge = await findCharge(platform, txid)
  if (!charge) return logWebhook(platform, { address, txid, verdict: 'unknown' })
  if (charge.status === 'paid') return logWebhook(platform, { address, txid, verdict: 'repeated' })
  await logWebhook(platform, { address, txid, verdict: 'heard' })
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
