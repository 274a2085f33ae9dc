import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { recordAuditEntry } from '../../platform/audit/record'
import { publishCompanyFacts } from '../../platform/company/publish'
import { publishCompanyToProvider } from '../companies/publish'
import { ownerOf } from './change'
import type { Invoice } from './model'
import type { PaymentSource } from './pay'
import { getInvoiceRow, toInvoice } from './service'
import { type PlansOf, type Settlement, undoableUntil } from './undoable'

/**
 * Takes back the settlement of an invoice that the provider settled by hand within the last 24 hours: the invoice is open
 * again, and the licence is the one before, with its cancellation. Codes that the settlement ended stay ended.
 * @throws ERR_NO_INVOICE_FOUND (404), ERR_INVOICE_SETTLED (409) for another invoice, when a payment service reports its
 * payment, too, and when the licence has changed since; ERR_PLAN_CHANGED (409) when a plan was chosen or set since, whose
 * price counts the period that would be taken back
 */
export async function undoSettlement(platform: Platform, id: number, by: PaymentSource): Promise<Invoice> {
  const { companyId, timeZone } = await ownerOf(platform, id)
  const invoice = await platform.transaction(async (whole) => {
    const platform = whole.inOrderOf(companyId)
    const db = platform.tenant(companyId)
    const row = await getInvoiceRow(db, id)
    const charges = db.select('charges').select('id').where('invoiceId', '=', id)
    const isPaidOtherwise = await charges.where('status', '=', 'paid').executeTakeFirst()
    if (undoableUntil(row) === null || isPaidOtherwise) throw new AppError('ERR_INVOICE_SETTLED')
    const { before, after, plans } = parseJson<Settlement>(row.settlement ?? '')
    const updatedAt = new Date().toISOString()
    const company = await readCompany(platform, companyId)
    if (company.dueDate !== after.dueDate || company.trialExpiration !== null) throw new AppError('ERR_INVOICE_SETTLED')
    if (plans && hasOtherPlans(company, plans)) throw new AppError('ERR_PLAN_CHANGED')
    const { cancelledAt, cancelReason, ...licence } = before
    const cancellation = company.cancelledAt === null && { cancelledAt, cancelReason } // a later one stays
    await platform.db
      .updateTable('companies')
      .set({ ...licence, ...cancellation, owed: company.owed + row.extra, updatedAt })
      .where('id', '=', companyId)
      .execute()
    const change = { status: 'open', paidAt: null, settlement: null, updatedAt } as const
    await db.update('invoices').set(change).where('id', '=', id).execute()
    await recordAuditEntry(
      { db, ...by },
      {
        ...{ action: 'undo', entity: 'invoice', entityId: id, name: row.detail },
        before: { status: 'paid', licence: after.dueDate, value: row.value },
        after: { status: 'open', licence: before.dueDate },
      },
    )
    return toInvoice({ ...row, ...change }, timeZone)
  })
  platform.ports.rightsChanged(companyId)
  platform.ports.publish(companyId, 'payment', { action: 'update', invoice })
  await publishCompanyFacts(platform, companyId)
  await publishCompanyToProvider(platform, 'update', companyId)
  return invoice
}

const readCompany = ({ db }: Platform, companyId: CompanyId) =>
  db
    .selectFrom('companies')
    .select(['dueDate', 'trialExpiration', 'cancelledAt', 'owed', 'planId', 'nextPlanId', 'nextPlanOn'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()

const hasOtherPlans = (company: PlansOf, settled: PlansOf) =>
  (['planId', 'nextPlanId', 'nextPlanOn'] as const).some((name) => company[name] !== settled[name])
