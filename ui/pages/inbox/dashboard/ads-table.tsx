import type { Dashboard } from '../../../../src/features/inbox/dashboard/model'
import { useTranslation } from '../../../lib/use-translation'
import { numberText } from './number-texts'

/** Ads and posts through which customers came, the most frequent first; nothing without any. */
export function AdsTable({ ads }: { ads: Dashboard['ads'] }) {
  const { t } = useTranslation()
  if (ads.length === 0) return null
  const most = Math.max(...ads.map(({ tickets }) => tickets))
  return (
    <section aria-labelledby="ads" className="rounded-lg border border-line bg-surface p-4">
      <h2 id="ads" className="mb-3 font-semibold">
        {t('dashboard.ads')}
      </h2>
      <ul className="flex flex-col gap-2 text-sm">
        {ads.map(({ ad, app, tickets }) => (
          <li key={ad} className="grid grid-cols-[minmax(0,20rem)_1fr_auto] items-center gap-3">
            <span className="truncate" title={ad}>
              {ad}
              {app && <span className="text-faint"> · {app}</span>}
            </span>
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
