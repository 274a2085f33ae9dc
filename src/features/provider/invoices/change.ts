import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import type { Invoice, InvoiceChange } from './model'
import { markPaid, type PaymentSource, publishPaid } from './pay'
import { getInvoiceRow, type InvoiceRow, toInvoice } from './service'

/**
 * Marks an invoice of any company as paid; for the provider, who has received the money. `seen`: the value in cents that
 * the person has read; a change of plan may have raised it since.
 * @throws ERR_NO_INVOICE_FOUND (404), ERR_INVOICE_PAID (409), ERR_INVOICE_VALUE (409) with the present value
 */
export async function confirmInvoice(
  platform: Platform,
  id: number,
  seen: number,
  by: PaymentSource,
): Promise<Invoice> {
  const { companyId } = await ownerOf(platform, id)
  const paid = await platform.transaction(async (platform) => {
    const { status, value } = await getInvoiceRow(platform.tenant(companyId), id)
    if (status === 'open' && value !== seen) throw new AppError('ERR_INVOICE_VALUE', { value })
    return markPaid(platform, companyId, id, by, true)
  })
  await publishPaid(platform, companyId, paid)
  return paid.invoice
}

/** True for an invoice that comes back as it was read. */
const isUnchanged = (row: { detail: string; value: number; status: string }, change: InvoiceChange) =>
  (change.detail ?? row.detail) === row.detail &&
  (change.value ?? row.value) === row.value &&
  (change.status === undefined || (change.status === 'paid') === (row.status === 'paid'))

/**
 * Changes an open invoice of any company; for the provider. A new price ends the charges of the old one.
 * @throws ERR_NO_INVOICE_FOUND (404), ERR_INVOICE_PAID (409)
 */
export async function changeInvoice(platform: Platform, id: number, change: InvoiceChange, by: PaymentSource) {
  const { companyId, timeZone } = await ownerOf(platform, id)
  const { status, ...fields } = change
  const invoice = await platform.transaction(async (platform) => {
    const db = platform.tenant(companyId)
    const before = await getInvoiceRow(db, id)
    if (isUnchanged(before, change)) return toInvoice(before, timeZone)
    if (before.status === 'paid') throw new AppError('ERR_INVOICE_PAID')
    if (Object.keys(fields).length === 0) return toInvoice(before, timeZone)
    const updatedAt = new Date().toISOString()
    const after = { ...before, ...fields, updatedAt }
    await db
      .update('invoices')
      .set({ ...fields, updatedAt })
      .where('id', '=', id)
      .execute()
    if (after.value !== before.value)
      await db.update('charges').set({ status: 'over', updatedAt }).where('invoiceId', '=', id).execute()
    await recordAuditEntry(
      { db, ...by },
      { action: 'update', entity: 'invoice', entityId: id, name: after.detail, ...sidesOf(before, after) },
    )
    return toInvoice(after, timeZone)
  })
  if (status === 'paid' && invoice.status !== 'paid') return confirmInvoice(platform, id, invoice.value, by)
  platform.ports.publish(companyId, 'payment', { action: 'update', invoice })
  return invoice
}

const sidesOf = (...sides: InvoiceRow[]) => {
  const [before, after] = sides.map(({ detail, value, dueDate, status }) => ({ detail, value, dueDate, status }))
  return { before, after }
}

/** Company and time zone of an invoice; looked up across companies, for the provider only. */
export async function ownerOf({ db }: Platform, id: number): Promise<{ companyId: CompanyId; timeZone: string }> {
  const owner = await db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.companyId')
    .select(['invoices.companyId', 'companies.timeZone'])
    .where('invoices.id', '=', id)
    .executeTakeFirst()
  if (!owner) throw new AppError('ERR_NO_INVOICE_FOUND')
  return owner
}
