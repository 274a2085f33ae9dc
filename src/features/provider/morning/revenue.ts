import type { ExpressionBuilder } from 'kysely'
import type { Platform } from '../../../core/scope'
import type { Database } from '../../../core/storage/schema'
import { addDays, dayIn, dayStart } from '../../../core/time'
import { type Recurrence, recurrences } from '../../../shared/enums'
import { addMonths } from '../../../shared/recurrence'
import { readInstallationSetting } from '../../platform/settings/service'
import type { ProviderDay } from './bills'
import type { Revenue } from './model'

/** Months shown, with the present one. */
const shownMonths = 6

type Db = Platform['db']

/** Payments by calendar month in a time zone, and what changed in this one. */
export async function readRevenue(platform: Platform, day: ProviderDay, zone: string, now: number): Promise<Revenue> {
  const { db } = platform
  const graceDays = Number(await readInstallationSetting(platform, 'graceDays'))
  const month = `${day.today.slice(0, 7)}-01`
  const startOf = (from: number) => dayStart(zone, addMonths(month, from))
  const [start, end, startBefore] = [startOf(0), startOf(1), startOf(-1)]
  const months = Array.from({ length: shownMonths }, (_, at) => at - shownMonths + 1)
  const sums = months.map(async (at) => {
    const sum = await sumOfPayments(db, day, startOf(at), startOf(at + 1))
    return { month: addMonths(month, at).slice(0, 7), ...sum }
  })
  return {
    months: await Promise.all(sums),
    before: await sumOfPayments(db, day, startBefore, sameMomentBefore(zone, now, start)),
    monthly: await sumOfLicences(db, day, (query) =>
      query.where(worksBetween(graceDays, day.today, null)).where('status', '=', 1),
    ),
    began: await countFirstPayments(db, day, start, end),
    ended: await sumOfLicences(db, day, (query) => query.where(worksBetween(graceDays, month, day.today))),
  }
}

/** Condition: the last day of work is from a day on and before another. A cancelled licence has no days of grace. */
const worksBetween =
  (graceDays: number, from: string, before: string | null) =>
  ({ and, eb, or }: ExpressionBuilder<Database, 'companies'>) => {
    const isDue = (days: number) => [
      eb('dueDate', '>=', addDays(from, -days)),
      ...(before === null ? [] : [eb('dueDate', '<', addDays(before, -days))]),
    ]
    return or([
      and([eb('cancelledAt', 'is', null), ...isDue(graceDays)]),
      and([eb('cancelledAt', 'is not', null), ...isDue(0)]),
    ])
  }

/** The same day and time of the month before; of a day that it lacks, its end. */
function sameMomentBefore(zone: string, now: number, start: string): string {
  const today = dayIn(zone, new Date(now))
  const before = addMonths(today, -1)
  const sinceMidnight = now - Date.parse(dayStart(zone, today))
  const moment = new Date(Date.parse(dayStart(zone, before)) + sinceMidnight).toISOString()
  return before.slice(8) === today.slice(8) && moment < start ? moment : start
}

/** Paid invoices of a period, without those of the provider's own company. */
async function sumOfPayments(db: Db, { own }: ProviderDay, from: string, to: string) {
  const { invoices, cents } = await db
    .selectFrom('invoices')
    .select(({ fn }) => [fn.countAll<number>().as('invoices'), fn.sum<number | null>('value').as('cents')])
    .where('companyId', '<>', own)
    .where('status', '=', 'paid')
    .where('paidAt', '>=', from)
    .where('paidAt', '<', to)
    .executeTakeFirstOrThrow()
  return { invoices, cents: Number(cents ?? 0) }
}

const paidLicences = (db: Db, { own }: ProviderDay) =>
  db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .where('trialExpiration', 'is', null)
    .where('plans.value', '>', 0)
    .where('companies.id', '<>', own)

/** Companies with a price that are in no trial, and the sum of their prices per month, rounded to cents. */
async function sumOfLicences(
  db: Db,
  day: ProviderDay,
  limit: (query: ReturnType<typeof paidLicences>) => ReturnType<typeof paidLicences>,
) {
  const rows = await limit(paidLicences(db, day))
    .select(({ fn }) => [
      'recurrence',
      fn.countAll<number>().as('companies'),
      fn.sum<number>('plans.value').as('cents'),
    ])
    .groupBy('recurrence')
    .execute()
  const perMonth = rows.map(({ recurrence, cents }) => Number(cents) / recurrences[recurrence as Recurrence])
  return {
    companies: rows.reduce((sum, row) => sum + row.companies, 0),
    cents: Math.round(perMonth.reduce((sum, cents) => sum + cents, 0)),
  }
}

/** Companies whose first payment is in this period. */
async function countFirstPayments(db: Db, { own }: ProviderDay, from: string, to: string): Promise<number> {
  const { count } = await db
    .selectFrom('invoices')
    .select(({ fn }) => fn.count<number>('companyId').distinct().as('count'))
    .where('companyId', '<>', own)
    .where('status', '=', 'paid')
    .where('paidAt', '>=', from)
    .where('paidAt', '<', to)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('invoices as earlier')
            .select('earlier.id')
            .whereRef('earlier.companyId', '=', 'invoices.companyId')
            .where('earlier.status', '=', 'paid')
            .where('earlier.paidAt', '<', from),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}
