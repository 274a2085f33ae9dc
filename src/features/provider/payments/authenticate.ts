import type { Platform } from '../../../core/scope'
import { sameText } from '../../../core/secrets'
import { AppError } from '../../../shared/errors'
import type { RateLimits } from '../../accounts/auth/rate-limits'
import type { Notice } from './adapter'
import { adapters } from './adapters'
import { readConfig } from './config'
import { accountsOf } from './former'
import { logWebhook } from './log'
import type { ProviderName } from './model'

type LogLimits = Pick<RateLimits, 'forgedLine' | 'forgedLines'>

interface Payee {
  platform: Platform
  limits: LogLimits
}

/**
 * Compares the secret in the address, by which Efí is known, before the body is read. A wrong one is logged once in a
 * quarter of an hour per address, and sixty times an hour in all. @throws ERR_NO_PERMISSION for a wrong one
 */
export async function authenticateService(payee: Payee, secret: string, address: string) {
  const { webhookSecret } = await readConfig(payee.platform.ports)
  if (webhookSecret !== '' && sameText(secret, webhookSecret)) return
  await refuse(payee, webhookSecret !== '', address)
}

/**
 * Checks the signature or token of a call from the service `name`, before the body is read. Logs a wrong one as above.
 * @throws ERR_NO_PERMISSION for a wrong one, and for a service without stored credentials
 */
export async function authenticateNotice(
  payee: Payee,
  name: ProviderName,
  notice: Omit<Notice, 'body'>,
  address: string,
) {
  const config = await readConfig(payee.platform.ports)
  const accounts = accountsOf(config, name)
  if (accounts.some((one) => adapters[name].notices?.isGenuine(notice, one, Date.now()))) return
  await refuse(payee, accounts.length > 0, address)
}

/** Without payment settings nothing is logged: there is no secret to forge. */
async function refuse({ platform, limits }: Payee, isConfigured: boolean, address: string): Promise<never> {
  if (isConfigured && mayLog(limits, address)) await logWebhook(platform, { address, txid: null, verdict: 'forged' })
  throw new AppError('ERR_NO_PERMISSION')
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
