import type { WaitingCode } from '../../emulator/control/control-api'
import type { Platform } from '../core/scope'
import type { CompanyId } from '../core/storage/schema'
import { listConnections } from '../features/connections/service'

const pollMs = 5000

/** QR codes that the company's connections offer now, by id of the connection. */
export async function listQrCodes(platform: Platform, companyId: CompanyId): Promise<WaitingCode[]> {
  const scope = platform.scope(companyId, { system: 'demo' })
  const waiting = (await listConnections(scope)).filter(({ status, qrcode }) => status === 'qrcode' && qrcode)
  return waiting.sort((one, other) => one.id - other.id).map(({ name, qrcode }) => ({ name, qr: qrcode }))
}

/** Restarts sessions whose codes have expired, because a code runs out within minutes. Returns the function that ends it. */
export function renewExpiredCodes(platform: Platform, companyId: CompanyId): () => void {
  const renew = async () => {
    const expired = platform.tenant(companyId).select('connections').select('id').where('reason', '=', 'qrExpired')
    for (const { id } of await expired.where('wanted', '=', 1).execute())
      await platform.ports.whatsapp.start({ companyId, whatsappId: id })
  }
  const timer = setInterval(() => void renew().catch(() => undefined), pollMs)
  timer.unref()
  return () => clearInterval(timer)
}
