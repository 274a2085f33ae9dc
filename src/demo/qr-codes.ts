import type { WaitingCode } from '../../emulator/control/control-api'
import type { Platform } from '../core/scope'
import type { CompanyId } from '../core/storage/schema'
import { listConnections } from '../features/numbers/connections/service'

const pollMs = 5000

/** Returns the QR codes that the company's connections show now, in the order of their ids. */
export async function listQrCodes(platform: Platform, companyId: CompanyId): Promise<WaitingCode[]> {
  const scope = platform.scope(companyId, { system: 'demo' })
  const waiting = (await listConnections(scope)).filter(({ status, qrcode }) => status === 'qrcode' && qrcode)
  return waiting.sort((one, other) => one.id - other.id).map(({ name, qrcode }) => ({ name, qr: qrcode }))
}

/**
 * Restarts every 5 s the sessions whose QR codes have expired; a code is valid for a few minutes. Returns a function
 * that stops this.
 */
export function renewExpiredCodes(platform: Platform, companyId: CompanyId): () => void {
  const renew = async () => {
    const expired = platform.tenant(companyId).select('connections').select('id').where('reason', '=', 'qrExpired')
    for (const { id } of await expired.where('shouldConnect', '=', 1).execute())
      await platform.ports.whatsapp.start({ companyId, whatsappId: id })
  }
  const timer = setInterval(() => void renew().catch(() => undefined), pollMs)
  timer.unref()
  return () => clearInterval(timer)
}
