import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../core/storage/schema'
import { addDays, dayIn, isPastDueDay } from '../../../core/time'
import { daysBetween } from '../../../shared/recurrence'
import type { SettingKey } from '../../../shared/settings'
import { valueOrDefault } from '../settings/service'

const setting = 'graceDays' satisfies SettingKey

/** Columns of a query over companies by which `hasLicenceEnded` decides. */
export const licenceColumns = (eb: ExpressionBuilder<Database, 'companies'>) =>
  [
    eb.ref('companies.dueDate').as('dueDate'),
    eb.ref('companies.timeZone').as('timeZone'),
    eb.ref('companies.trialExpiration').as('trialExpiration'),
    eb.ref('companies.cancelledAt').as('cancelledAt'),
    eb
      .selectFrom('installation')
      .select('installation.value')
      .where('installation.key', '=', setting)
      .as('storedGraceDays'),
  ] as const

/** Columns of `licenceColumns`. */
export interface LicenceRow {
  dueDate: string
  timeZone: string
  /** Last day of a trial; null once a licence was paid for. */
  trialExpiration: string | null
  /** Time of the company's cancellation; null for none. */
  cancelledAt: string | null
  /** Stored value of the setting `graceDays`; null for its default. */
  storedGraceDays: string | null
}

/**
 * Days of grace of a company: those of the provider's setting, none for a trial (docs/adr/0190). After a cancellation,
 * those up to its day: none when it came with the paid time.
 */
export function graceDaysOf({ dueDate, timeZone, trialExpiration, cancelledAt, storedGraceDays }: LicenceRow): number {
  if (trialExpiration !== null) return 0
  const days = Number(valueOrDefault(setting, storedGraceDays))
  if (cancelledAt === null) return days
  return Math.min(days, Math.max(0, daysBetween(dueDate, dayIn(timeZone, new Date(cancelledAt)))))
}

/** Last day on which a company may work, `yyyy-mm-dd`: its due date and the days of grace after it. */
export const lastDayOfWork = (row: LicenceRow): string => addDays(row.dueDate.slice(0, 10), graceDaysOf(row))

/**
 * True once the licence has ended, days of grace included, in the company's time zone. Everything that an expired licence
 * stops asks here.
 */
export const hasLicenceEnded = (row: LicenceRow, at = new Date()): boolean =>
  isPastDueDay(lastDayOfWork(row), row.timeZone, at)
