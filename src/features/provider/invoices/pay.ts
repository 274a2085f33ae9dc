import type { Actor, Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { addDays, dayIn } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { renewedByPayment } from '../../../shared/recurrence'
import { recordAuditEntry } from '../../platform/audit/record'
import { graceDaysOf, licenceColumns } from '../../platform/company/licence'
import { publishCompanyToProvider } from '../companies/publish'
import type { Invoice } from './model'
import { getInvoiceRow, toInvoice } from './service'
import type { Settlement } from './undoable'

/** Published after a payment: the renewed licence and the paid invoice. */
export interface PaymentResult {
  company: { id: number; name: string; dueDate: string }
  invoice: Invoice
}

/** Source of a payment notice, for the audit log. */
export interface PaymentSource {
  actor: Actor
  address: string
}

/**
 * Marks an invoice as paid, ends its open charges, and extends the licence by one recurrence (`renewedByPayment`). Call
 * it inside a transaction, and `publishPaid` after the commit. One by hand can be taken back for a day (settlement.ts).
 * @throws ERR_NO_INVOICE_FOUND (404), ERR_INVOICE_PAID (409)
 */
export async function markPaid(
  platform: Platform,
  companyId: CompanyId,
  id: number,
  by: PaymentSource,
  isByHand = false,
): Promise<PaymentResult> {
  const db = platform.tenant(companyId)
  const before = await getInvoiceRow(db, id)
  if (before.status === 'paid') throw new AppError('ERR_INVOICE_PAID')
  const at = new Date().toISOString()
  const { company, timeZone, ...settlement } = await renewLicence(platform, companyId, at, before.extra)
  const stored = isByHand ? JSON.stringify(settlement satisfies Settlement) : null
  const change = { status: 'paid', paidAt: at, settlement: stored, updatedAt: at } as const
  await db.update('invoices').set(change).where('id', '=', id).execute()
  await db
    .update('charges')
    .set({ status: 'over', updatedAt: at })
    .where('invoiceId', '=', id)
    .where('status', '=', 'open')
    .execute()
  await recordAuditEntry(
    { db, ...by },
    {
      action: 'pay',
      entity: 'invoice',
      entityId: id,
      name: before.detail,
      before: { status: before.status, licence: settlement.before.dueDate },
      after: { status: 'paid', licence: company.dueDate, value: before.value },
    },
  )
  return { company, invoice: toInvoice({ ...before, ...change }, timeZone) }
}

/** A payment after a cancellation takes it back. */
const notCancelled = { cancelledAt: null, cancelReason: '' }

async function renewLicence({ db }: Platform, companyId: CompanyId, at: string, extra: number) {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'name', 'billingDay', 'recurrence', 'owed', 'cancelReason', 'planId', 'nextPlanId', 'nextPlanOn'])
    .select(licenceColumns)
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { id, name, timeZone, dueDate, billingDay, trialExpiration, cancelledAt, cancelReason } = company
  const { planId, nextPlanId, nextPlanOn } = company
  const graceStart = addDays(dayIn(timeZone, new Date(at)), -graceDaysOf(company))
  const after = { ...renewedByPayment(company, graceStart, company.recurrence), trialExpiration: null }
  await db
    .updateTable('companies')
    .set({ ...after, ...notCancelled, owed: Math.max(0, company.owed - extra), updatedAt: at })
    .where('id', '=', companyId)
    .execute()
  const before = { dueDate, billingDay, trialExpiration, cancelledAt, cancelReason }
  const plans = { planId, nextPlanId, nextPlanOn }
  return { company: { id, name, dueDate: after.dueDate }, timeZone, before, after, plans }
}

/**
 * Publishes a payment to the company and the provider, and applies the renewed licence to logins. Call it after commit.
 */
export async function publishPaid(platform: Platform, companyId: CompanyId, { company, invoice }: PaymentResult) {
  const { ports } = platform
  ports.rightsChanged(companyId)
  ports.publish(companyId, 'payment', { action: 'CONCLUIDA', company, invoice })
  await publishCompanyToProvider(platform, 'update', companyId)
}
