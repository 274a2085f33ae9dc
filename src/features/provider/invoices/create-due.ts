import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import type { TenantDb } from '../../../core/storage/tenant'
import { dayIn } from '../../../core/time'
import { AppError } from '../../../shared/errors'
import { daysBetween } from '../../../shared/recurrence'
import { mayBePaid } from '../payments/may-be-paid'
import type { Invoice } from './model'
import { hasWaitingClaim, invoiceColumns, toInvoice } from './service'

/** Days before the due date on which its invoice is created. */
const daysAhead = 20
/** Milliseconds after midnight in the company's time zone at which a day begins here: 03:00. */
const dayStart = 3 * 3_600_000

/**
 * Scheduled task: creates one open invoice for the due date of every company that is near it and has not cancelled, with
 * the price of the plan of the next period and the differences that the company owes. An existing invoice stays as it
 * is, so that its price does not change for the payer.
 */
export async function createDueInvoices(platform: Platform, now = Date.now()) {
  await deleteMovedInvoices(platform)
  const isDue = ({ status, cancelledAt, timeZone, dueDate }: DueCompany) =>
    status === 1 && cancelledAt === null && daysBetween(dayIn(timeZone, new Date(now - dayStart)), dueDate) < daysAhead
  for (const company of await licenceRows(platform.db).execute()) {
    if (!isDue(company) || company.value === 0) continue
    if (!(await findInvoice(platform.tenant(company.id), company))) await createInvoice(platform, company.id, isDue)
  }
}

/**
 * Deletes open invoices of a due date that was moved by hand, unless a charge of them may still be paid, or the company
 * has reported the payment.
 */
async function deleteMovedInvoices(platform: Platform) {
  const deleted = await platform.transaction(({ db }) =>
    db
      .deleteFrom('invoices')
      .where('status', '=', 'open')
      .where((eb) => eb.not(hasWaitingClaim(eb)))
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
              .where(mayBePaid),
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
 * @throws ERR_NO_INVOICE_FOUND (404) for a free plan, ERR_INVOICE_PAID (409) for a due date moved back into a paid period
 */
export async function ensureCurrentInvoice(platform: Platform, companyId: CompanyId): Promise<Invoice> {
  const invoice = await createInvoice(platform, companyId)
  if (!invoice) throw new AppError('ERR_NO_INVOICE_FOUND')
  if (invoice.status === 'paid') throw new AppError('ERR_INVOICE_PAID')
  return invoice
}

const licenceRows = (db: Platform['db']) =>
  db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .leftJoin('plans as next', 'next.id', 'companies.nextPlanId')
    .select(['companies.id', 'companies.dueDate', 'companies.timeZone', 'companies.owed'])
    .select(['companies.status', 'companies.cancelledAt'])
    .select(({ fn }) => [
      fn.coalesce('next.name', 'plans.name').as('planName'),
      fn.coalesce('next.value', 'plans.value').as('value'),
    ])

type DueCompany = Awaited<ReturnType<ReturnType<typeof licenceRows>['executeTakeFirstOrThrow']>>

/**
 * The invoice of the company's due date, created if missing. Reads plan and debt in the transaction that stores them, in
 * the order of the company's transactions: a change of plan comes before or after as a whole. Null for a free plan, and
 * for a company that `isWanted` excludes.
 */
async function createInvoice(
  outer: Platform,
  companyId: CompanyId,
  isWanted: (company: DueCompany) => boolean = () => true,
): Promise<Invoice | null> {
  const { invoice, isNew } = await outer.transaction(async (whole) => {
    const platform = whole.inOrderOf(companyId)
    const company = await licenceRows(platform.db).where('companies.id', '=', companyId).executeTakeFirst()
    if (!company || company.value === 0 || !isWanted(company)) return { invoice: null, isNew: false }
    return storeInvoice(platform.tenant(companyId), company)
  })
  if (invoice && isNew) outer.ports.publish(companyId, 'payment', { action: 'create', invoice })
  return invoice
}

const findInvoice = (db: TenantDb, { dueDate }: DueCompany) =>
  db.select('invoices').select(invoiceColumns).where('dueDate', '=', dueDate.slice(0, 10)).executeTakeFirst()

async function storeInvoice(db: TenantDb, company: DueCompany) {
  const { dueDate, planName, value, owed, timeZone } = company
  const existing = await findInvoice(db, company)
  if (existing) return { invoice: toInvoice(existing, timeZone), isNew: false }
  const row = await db
    .insert('invoices', {
      ...{ detail: planName, value: value + owed, extra: owed, planValue: value, dueDate: dueDate.slice(0, 10) },
      ...{ status: 'open', paidAt: null },
    })
    .returning(invoiceColumns)
    .executeTakeFirstOrThrow()
  return { invoice: toInvoice(row, timeZone), isNew: true }
}
