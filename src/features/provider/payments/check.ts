import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { markPaid, type PaymentResult, publishPaid } from '../invoices/pay'
import { getInvoiceRow } from '../invoices/service'
import type { ChargeStatus } from './adapter'
import { logOnce, type WebhookVerdict } from './log'
import { findAtService } from './provider'

const columns = [
  ...(['id', 'companyId', 'invoiceId', 'provider', 'txid', 'amount', 'pixKey', 'status', 'serviceId'] as const),
  'expiresAt',
] as const

interface ChargeRow {
  id: number
  companyId: CompanyId
  invoiceId: number
  provider: string
  txid: string
  amount: number
  pixKey: string
  status: 'open' | 'paid' | 'over'
  serviceId: string | null
  expiresAt: string | null
}

/** Returns a charge of any company by its txid. */
export const findCharge = ({ db }: Platform, txid: string): Promise<ChargeRow | undefined> =>
  db.selectFrom('charges').select(columns).where('txid', '=', txid).executeTakeFirst()

/** Returns the txid of a charge by its id at the service that created it. */
export async function findTxid({ db }: Platform, provider: string, serviceId: string): Promise<string | undefined> {
  const charges = db.selectFrom('charges').select('txid').where('serviceId', '=', serviceId)
  return (await charges.where('provider', '=', provider).executeTakeFirst())?.txid
}

/**
 * Asks the payment service for a charge's status and settles it; no other source is trusted. Repeating it changes
 * nothing. Throws network errors. Never call inside a transaction.
 */
export async function checkCharge(platform: Platform, txid: string): Promise<WebhookVerdict> {
  const charge = await findCharge(platform, txid)
  if (!charge) return 'unknown'
  const found = await findAtService(platform.ports, charge)
  if (charge.status === 'paid') return compareWithPaid(platform, charge, found)
  if (found?.status !== 'paid') return closeIfOver(platform, charge, found)
  const [verdict, paid] = await platform.transaction((platform) => settle(platform, txid, found))
  if (paid) await publishPaid(platform, charge.companyId, paid)
  if (verdict !== 'repeated') await logOnce(platform, { txid, verdict })
  return verdict
}

/** Compares and settles in one transaction. Only the verdict `paid` changes the invoice. */
async function settle(
  platform: Platform,
  txid: string,
  chargeStatus: ChargeStatus,
): Promise<[WebhookVerdict, PaymentResult?]> {
  const charge = await findCharge(platform, txid)
  if (!charge) return ['unknown']
  if (charge.status === 'paid' || (await isSettled(platform, chargeStatus.e2eId))) return ['repeated']
  if (chargeStatus.pixKey !== charge.pixKey) return ['otherKey']
  if (chargeStatus.amount !== charge.amount) return ['otherAmount']
  const { companyId, invoiceId } = charge
  const db = platform.tenant(companyId)
  const invoice = await getInvoiceRow(db, invoiceId)
  const isLate = invoice.status === 'paid'
  if (!isLate && invoice.value !== charge.amount) return ['otherAmount']
  const paid = isLate ? undefined : await markPaid(platform, companyId, invoiceId, byService)
  const at = new Date().toISOString()
  // Also for a late payment: the money has arrived, and the same payment is not settled again.
  const change = { status: 'paid', e2eId: chargeStatus.e2eId, paidAt: at, updatedAt: at } as const
  await db.update('charges').set(change).where('id', '=', charge.id).execute()
  return [isLate ? 'late' : 'paid', paid]
}

/** Logs that money of a settled charge was given back; a person decides about the licence. */
async function compareWithPaid(platform: Platform, { txid, amount }: ChargeRow, found: ChargeStatus | null) {
  const isBack = found?.status === 'over' || (found?.status === 'paid' && found.amount < amount)
  if (!isBack) return 'repeated'
  await logOnce(platform, { txid, verdict: 'givenBack' })
  return 'givenBack'
}

const byService = { actor: { system: 'payment' }, address: '' }

async function isSettled({ db }: Platform, e2eId: string | null): Promise<boolean> {
  if (e2eId === null) return false
  const settled = await db.selectFrom('charges').select('id').where('e2eId', '=', e2eId).executeTakeFirst()
  return settled !== undefined
}

/** Closes a charge that can no longer be paid, and stores when the service said so; another stays unchanged. */
async function closeIfOver(
  platform: Platform,
  { id, companyId, status, expiresAt }: ChargeRow,
  chargeStatus: ChargeStatus | null,
): Promise<WebhookVerdict> {
  const now = new Date().toISOString()
  const isEnded = expiresAt !== null && expiresAt <= now
  if (chargeStatus?.status !== 'over' || (status === 'over' && isEnded)) return 'notPaid'
  await platform.transaction((platform) =>
    platform
      .tenant(companyId)
      .update('charges')
      .set({ status: 'over', updatedAt: now, ...(!isEnded && { expiresAt: now }) })
      .where('id', '=', id)
      .where('status', '<>', 'paid')
      .execute(),
  )
  return 'notPaid'
}
