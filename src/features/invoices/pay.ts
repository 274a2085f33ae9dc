import type { Actor, Platform } from '../../core/scope'
import type { CompanyId } from '../../core/storage/schema'
import { dayIn } from '../../core/time'
import { AppError } from '../../shared/errors'
import { renewedUntil } from '../../shared/recurrence'
import { audit } from '../audit/record'
import { publishCompanyToProvider } from '../companies/publish'
import type { Invoice } from './model'
import { getInvoiceRow, toInvoice } from './service'

/** What everybody of the company is told: the licence as it is now, and for what. */
export interface Paid {
  company: { id: number; name: string; dueDate: string }
  invoice: Invoice
}

/** Who says that the money has come, and from where. */
export interface PaymentSource {
  actor: Actor
  address: string
}

/**
 * An invoice is paid: the licence goes on by its recurrence from the later of today and its end, and what else asked
 * for the same money is over. Within the caller's transaction; `tellPaid` follows its commit.
 * 404 ERR_NO_INVOICE_FOUND, 409 ERR_INVOICE_PAID.
 */
export async function markPaid(platform: Platform, companyId: CompanyId, id: number, by: PaymentSource): Promise<Paid> {
  const db = platform.tenant(companyId)
  const before = await getInvoiceRow(db, id)
  if (before.status === 'paid') throw new AppError('ERR_INVOICE_PAID')
  const at = new Date().toISOString()
  const change = { status: 'paid', paidAt: at, updatedAt: at } as const
  await db.update('invoices').set(change).where('id', '=', id).execute()
  await db
    .update('charges')
    .set({ status: 'over', updatedAt: at })
    .where('invoiceId', '=', id)
    .where('status', '=', 'open')
    .execute()
  const { timeZone, from, ...company } = await renewLicence(platform, companyId, at)
  await audit(
    { db, ...by },
    {
      action: 'pay',
      entity: 'invoice',
      entityId: id,
      name: before.detail,
      before: { status: before.status, licence: from },
      after: { status: 'paid', licence: company.dueDate, value: before.value },
    },
  )
  return { company, invoice: toInvoice({ ...before, ...change }, timeZone) }
}

async function renewLicence({ db }: Platform, companyId: CompanyId, at: string) {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'name', 'dueDate', 'recurrence', 'timeZone'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const { id, name, timeZone } = company
  const dueDate = renewedUntil(company.dueDate, dayIn(timeZone, new Date(at)), company.recurrence)
  await db
    .updateTable('companies')
    .set({ dueDate, trialExpiration: null, updatedAt: at })
    .where('id', '=', companyId)
    .execute()
  return { id, name, dueDate, timeZone, from: company.dueDate }
}

/** After the commit: every screen of the company hears it, and whoever was locked out is judged anew. */
export async function publishPaid(platform: Platform, companyId: CompanyId, { company, invoice }: Paid) {
  const { ports } = platform
  ports.rightsChanged(companyId)
  ports.publish(companyId, 'payment', { action: 'CONCLUIDA', company, invoice })
  await publishCompanyToProvider(platform, 'update', companyId)
}
