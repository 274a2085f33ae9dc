import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import type { TenantDb } from '../../../core/storage/tenant'
import { dayIn } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { daysBetween } from '../../../shared/recurrence'
import type { Invoice } from './model'
import { invoiceColumns, toInvoice } from './service'

/** Days before the due date on which its invoice is created. */
const daysAhead = 20
/** Milliseconds after midnight in the company's time zone at which a day begins here: 03:00. */
const dayStart = 3 * 3_600_000

/**
 * Scheduled task: creates one open invoice for the due date of every company that is near it and has not cancelled, with the price of the plan
 * of the next period and the differences that the company owes. An existing invoice stays
 * as it is, so that its price does not change for the payer.
 */
export async function createDueInvoices(platform: Platform, now = Date.now()) {
  await deleteMovedInvoices(platform)
  const companies = await licenceRows(platform.db)
    .where('companies.status', '=', 1)
    .where('companies.cancelledAt', 'is', null)
    .execute()
  for (const company of companies) {
    const today = dayIn(company.timeZone, new Date(now - dayStart))
    if (daysBetween(today, company.dueDate) >= daysAhead || company.value === 0) continue
    await createInvoice(platform, company)
  }
}

/** Deletes open invoices of a due date that was moved by hand, unless a charge of them may still be paid. */
async function deleteMovedInvoices(platform: Platform) {
  const deleted = await platform.transaction(({ db }) =>
    db
      .deleteFrom('invoices')
      .where('status', '=', 'open')
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('companies')
              .select('companies.id')
              .whereRef('companies.id', '=', 'invoices.companyId')
              .where(({ eb, fn, lit, ref }) =>
                eb(fn<string>('substr', ['companies.dueDate', lit(1), lit(10)]), '=', ref('invoices.dueDate')),
              ),
          ),
        ),
      )
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('charges')
              .select('charges.id')
              .whereRef('charges.companyId', '=', 'invoices.companyId')
              .whereRef('charges.invoiceId', '=', 'invoices.id')
              .where('charges.status', '<>', 'over'),
          ),
        ),
      )
      .returning(['id', 'companyId'])
      .execute(),
  )
  for (const { id, companyId } of deleted)
    platform.ports.publish(companyId, 'payment', { action: 'delete', invoiceId: id })
}

/**
 * The invoice of the company's current period, created if missing; for a company that pays early.
 * @throws ERR_NO_INVOICE_FOUND for a free plan
 */
export async function ensureCurrentInvoice(platform: Platform, companyId: CompanyId): Promise<Invoice> {
  const company = await licenceRows(platform.db).where('companies.id', '=', companyId).executeTakeFirstOrThrow()
  if (company.value === 0) throw new AppError('ERR_NO_INVOICE_FOUND') // a free plan
  await createInvoice(platform, company)
  const row = await platform
    .tenant(companyId)
    .select('invoices')
    .select(invoiceColumns)
    .where('dueDate', '=', company.dueDate.slice(0, 10))
    .executeTakeFirstOrThrow()
  return toInvoice(row, company.timeZone)
}

const licenceRows = (db: Platform['db']) =>
  db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .leftJoin('plans as next', 'next.id', 'companies.nextPlanId')
    .select(['companies.id', 'companies.dueDate', 'companies.timeZone', 'companies.owed'])
    .select(({ fn }) => [
      fn.coalesce('next.name', 'plans.name').as('planName'),
      fn.coalesce('next.value', 'plans.value').as('value'),
    ])

interface DueCompany {
  id: CompanyId
  dueDate: string
  timeZone: string
  planName: string
  value: number
  owed: number
}

async function createInvoice(platform: Platform, { id, dueDate, planName, value, owed, timeZone }: DueCompany) {
  const day = dueDate.slice(0, 10)
  if (await invoiceExists(platform.tenant(id), day)) return
  const created = await platform.transaction((platform) =>
    platform
      .tenant(id)
      .insert('invoices', {
        ...{ detail: planName, value: value + owed, extra: owed, planValue: value, dueDate: day },
        ...{ status: 'open', paidAt: null },
      })
      .onConflict((conflict) => conflict.columns(['companyId', 'dueDate']).doNothing())
      .returning(invoiceColumns)
      .executeTakeFirst(),
  )
  if (created) platform.ports.publish(id, 'payment', { action: 'create', invoice: toInvoice(created, timeZone) })
}

const invoiceExists = (db: TenantDb, dueDate: string) =>
  db.select('invoices').select('id').where('dueDate', '=', dueDate).executeTakeFirst()
