import type { Dashboard } from '../../../../src/features/inbox/dashboard/model'
import { useTranslation } from '../../../lib/use-translation'
import { numberText } from './number-texts'

/** Outcomes of the closed tickets, the most frequent first; nothing without any. */
export function OutcomesTable({ outcomes }: { outcomes: Dashboard['outcomes'] }) {
  const { t } = useTranslation()
  if (outcomes.length === 0) return null
  const most = Math.max(...outcomes.map(({ tickets }) => tickets))
  return (
    <section aria-labelledby="outcomes" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="outcomes" className="mb-3 font-semibold">
        {t('dashboard.outcomes')}
      </h2>
      <ul className="flex flex-col gap-2 text-sm">
        {outcomes.map(({ outcome, tickets }) => (
          <li key={outcome} className="grid grid-cols-[minmax(0,14rem)_1fr_auto] items-center gap-3">
            <span className="truncate">{outcome}</span>
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
              <span className="block h-full rounded-full bg-accent" style={{ width: `${(tickets / most) * 100}%` }} />
            </span>
            <span className="tabular-nums">{numberText(tickets)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
