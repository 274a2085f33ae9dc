import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { addDays } from '../../../core/time'
import { maxCountedLines } from '../../../shared/morning'
import { daysBetween } from '../../../shared/recurrence'
import { hasWaitingClaim } from '../invoices/service'
import type { CancelledCompany, EndingTrial, LateInvoice, WaitingClaim } from './model'

/** Day and company of the provider: its own licence and invoices are no part of the overview. */
export interface ProviderDay {
  /** Day in the time zone of the provider's company. */
  today: string
  own: CompanyId
}

/** Days before and after the last day of a trial on which it is listed. */
const [daysBefore, daysAfter] = [3, 14]

/** Days after its due date for which a company counts as late; after them it counts as gone. */
const lateDays = 90

/** Open invoices of active companies whose due date has passed; those of a trial count as a trial. */
export const lateInvoices = (db: Platform['db'], { today, own }: ProviderDay) =>
  db
    .selectFrom('invoices')
    .innerJoin('companies', 'companies.id', 'invoices.companyId')
    .where('invoices.status', '=', 'open')
    .where('invoices.dueDate', '<', today)
    .where('invoices.dueDate', '>=', addDays(today, -lateDays))
    .where('companies.status', '=', 1)
    .where('companies.trialExpiration', 'is', null)
    .where('companies.cancelledAt', 'is', null)
    .where('companies.id', '<>', own)

/** Late invoices, the oldest first, at most `maxCountedLines`. */
export async function listLateInvoices({ db }: Platform, day: ProviderDay): Promise<LateInvoice[]> {
  const rows = await lateInvoices(db, day)
    .select(['invoices.id', 'invoices.companyId', 'companies.name as company', 'value', 'invoices.dueDate'])
    .orderBy('invoices.dueDate')
    .orderBy('invoices.id')
    .limit(maxCountedLines)
    .execute()
  return rows.map((row) => ({ ...row, daysLate: daysBetween(row.dueDate, day.today) }))
}

/** Open invoices that their companies say they have paid. */
export const waitingClaims = (db: Platform['db']) =>
  db.selectFrom('invoices').innerJoin('companies', 'companies.id', 'invoices.companyId').where(hasWaitingClaim)

/** Claims of payments that wait for the provider, the oldest first, at most `maxCountedLines`. */
export const listWaitingClaims = ({ db }: Platform): Promise<WaitingClaim[]> =>
  waitingClaims(db)
    .select(['invoices.id', 'invoices.companyId', 'companies.name as company', 'value'])
    .select(({ fn, val }) => fn.coalesce('invoices.claimedAt', val('')).as('claimedAt'))
    .orderBy('invoices.claimedAt')
    .orderBy('invoices.id')
    .limit(maxCountedLines)
    .execute()

/** Active companies out of a trial whose licence has ended; also those without an invoice, such as with a free plan. */
export const endedLicences = (db: Platform['db'], { today, own }: ProviderDay) =>
  db
    .selectFrom('companies')
    .where('companies.dueDate', '<', today)
    .where('companies.dueDate', '>=', addDays(today, -lateDays))
    .where('companies.status', '=', 1)
    .where('companies.trialExpiration', 'is', null)
    .where('companies.cancelledAt', 'is', null)
    .where('companies.id', '<>', own)

/** Companies that cancelled, until two weeks after their last day, the earliest first, at most `maxCountedLines`. */
export async function listCancellations({ db }: Platform, { today, own }: ProviderDay): Promise<CancelledCompany[]> {
  const rows = await db
    .selectFrom('companies')
    .select(['id as companyId', 'name as company', 'dueDate', 'cancelReason as reason'])
    .where('cancelledAt', 'is not', null)
    .where('dueDate', '>=', addDays(today, -daysAfter))
    .where('id', '<>', own)
    .orderBy('dueDate')
    .orderBy('id')
    .limit(maxCountedLines)
    .execute()
  return rows.map(({ dueDate, ...row }) => ({ ...row, on: dueDate.slice(0, 10) }))
}

/** Trials of active companies that end within three days, or have ended in the last fourteen. */
export const endingTrials = (db: Platform['db'], { today, own }: ProviderDay) =>
  db
    .selectFrom('companies')
    .where('companies.trialExpiration', 'is not', null)
    .where('companies.trialExpiration', '>=', addDays(today, -daysAfter))
    .where('companies.trialExpiration', '<', addDays(today, daysBefore + 1))
    .where('companies.status', '=', 1)
    .where('companies.id', '<>', own)

/** Ending trials, the earliest first, at most `maxCountedLines`. */
export async function listEndingTrials({ db }: Platform, day: ProviderDay): Promise<EndingTrial[]> {
  const rows = await endingTrials(db, day)
    .select(['companies.id as companyId', 'companies.name as company', 'companies.trialExpiration'])
    .orderBy('companies.trialExpiration')
    .orderBy('companies.id')
    .limit(maxCountedLines)
    .execute()
  return rows.map(({ trialExpiration, ...row }) => {
    const lastDay = (trialExpiration ?? '').slice(0, 10)
    return { ...row, lastDay, daysLeft: daysBetween(day.today, lastDay) }
  })
}
