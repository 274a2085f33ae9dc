import type { TFunction } from 'i18next'
import { type ReportPeriod, reportPeriods } from '../../../../src/shared/report-periods'
import type { Choice } from '../../../components/select'
import { type Period, periodDays } from './store'

type Relative = Exclude<Period, { date_from: string }>

/** Value of a period in a choice: the number of days, or the name. */
export const valueOfPeriod = (period: Relative) => ('days' in period ? String(period.days) : period.period)

export const periodOfValue = (value: string): Relative =>
  isPeriod(value) ? { period: value } : { days: Number(value) }
const isPeriod = (value: string): value is ReportPeriod => (reportPeriods as readonly string[]).includes(value)

/** Periods that move with the calendar; `value` is added if it is another number of days. */
export function periodChoices(t: TFunction, value: string): Choice[] {
  const days = [...new Set([...periodDays, ...(Number(value) > 0 ? [Number(value)] : [])])].sort((a, b) => a - b)
  return [
    ...days.map((count) => ({ value: String(count), label: t('dashboard.lastDays', { count }) })),
    ...reportPeriods.map((name) => ({ value: name, label: t(`dashboard.periods.${name}`) })),
  ]
}
