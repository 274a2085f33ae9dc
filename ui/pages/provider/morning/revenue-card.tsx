import { useId } from 'react'
import { Link } from 'wouter'
import type { Revenue } from '../../../../src/features/provider/morning/model'
import { changeOf } from '../../../../src/shared/change'
import { locale } from '../../../lib/language'
import { formatMoney } from '../../../lib/money'
import { paths } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'

/** Payments of the month against the month before, and what changed. */
export function RevenueCard({ revenue }: { revenue: Revenue }) {
  const { t } = useTranslation()
  const id = useId()
  const { months, before, monthly, began, ended } = revenue
  const [former, present] = months.slice(-2)
  if (!former || !present) return null
  const changed = [
    began > 0 && t('morning.began', { count: began }),
    ended.companies > 0 && t('morning.ended', { count: ended.companies, value: formatMoney(ended.cents) }),
  ].filter(Boolean)
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface">
      <div className="flex min-h-11 items-center gap-2 border-line border-b px-4 py-2">
        <h2 id={id} className="flex-1 font-semibold">
          {t('morning.revenue')}
        </h2>
        <Link href={paths.financeiro} className="text-accent-ink text-sm hover:underline">
          {t('morning.invoicesStep')}
        </Link>
      </div>
      <div className="px-4 py-3">
        <p>
          <span className="font-semibold text-2xl tabular-nums">{formatMoney(present.cents)}</span>{' '}
          <span className="text-muted text-sm">{t('morning.received', { month: monthName(present.month) })}</span>
        </p>
        <p className="text-muted text-sm">
          {t('morning.receivedBefore', { value: formatMoney(before.cents), month: monthName(former.month) })}
          {changeText(present.cents, before.cents)}
        </p>
        <p className="mt-2 text-sm">
          {t('morning.monthly', {
            count: monthly.companies,
            shown: monthly.companies.toLocaleString(locale()),
            value: formatMoney(monthly.cents),
          })}
        </p>
        {changed.map((text) => (
          <p key={String(text)} className="text-muted text-sm">
            {text}
          </p>
        ))}
        <Months months={months} />
      </div>
    </section>
  )
}

const monthName = (month: string) =>
  new Intl.DateTimeFormat(locale(), { month: 'long', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))

/** Change in percent, such as ` (+12%)`; nothing without a change or a former value. */
function changeText(now: number, before: number): string {
  const change = changeOf(now, before)
  if (!change || change.direction === 'same' || change.percent === null) return ''
  const percent = (change.percent / 100).toLocaleString(locale(), { style: 'percent' })
  return ` (${change.direction === 'up' ? '+' : '−'}${percent})`
}

/** Table of the months with a bar behind each amount. */
function Months({ months }: { months: Revenue['months'] }) {
  const { t } = useTranslation()
  const most = Math.max(1, ...months.map(({ cents }) => cents))
  return (
    <table className="mt-3 w-full text-sm">
      <caption className="sr-only">{t('morning.months')}</caption>
      <thead className="sr-only">
        <tr>
          <th>{t('morning.month')}</th>
          <th>{t('morning.value')}</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, cents }) => (
          <tr key={month}>
            <th scope="row" className="w-24 py-1 text-left font-normal text-muted first-letter:uppercase">
              {monthName(month)}
            </th>
            <td className="py-1">
              <span className="flex items-center gap-2">
                <span aria-hidden className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-sunken dark:bg-hover">
                  <span className="block h-full bg-accent" style={{ width: `${(cents / most) * 100}%` }} />
                </span>
                <span className="w-28 text-right tabular-nums">{formatMoney(cents)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
