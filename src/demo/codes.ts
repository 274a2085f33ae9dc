import type { WaitingCode } from '../../emulator/control/control-api'
import type { Platform } from '../core/scope'
import type { CompanyId } from '../core/storage/schema'

const lookEvery = 5000

/** The QR codes that the company's connections show just now. */
export async function waitingCodes(platform: Platform, companyId: CompanyId): Promise<WaitingCode[]> {
  const rows = await platform
    .tenant(companyId)
    .select('connections')
    .select(['name', 'qrcode'])
    .where('status', '=', 'qrcode')
    .where('qrcode', '<>', '')
    .orderBy('id')
    .execute()
  return rows.map(({ name, qrcode }) => ({ name, qr: qrcode }))
}

/** A code nobody scans runs out after minutes; in a demonstration it is asked for again. Answers how to stop. */
export function keepCodesFresh(platform: Platform, companyId: CompanyId): () => void {
  const renew = async () => {
    const expired = platform.tenant(companyId).select('connections').select('id').where('reason', '=', 'qrExpired')
    for (const { id } of await expired.where('wanted', '=', 1).execute())
      await platform.ports.whatsapp.start({ companyId, whatsappId: id })
  }
  const timer = setInterval(() => void renew().catch(() => undefined), lookEvery)
  timer.unref()
  return () => clearInterval(timer)
}
