import { LifeBuoy } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { SupportVisit } from '../../../../src/features/provider/support/model'
import { EmptyState } from '../../../components/empty-state'
import { SkeletonRows } from '../../../components/skeleton'
import { loadVisitReport, loadVisits } from '../../../lib/support'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { VisitReport } from './visit-report'

/** Visits of the provider, newest first, each with everything it made. */
export function Visits() {
  const { t } = useTranslation()
  const [visits, setVisits] = useState<SupportVisit[]>()
  useEffect(() => void loadVisits().then(setVisits), [])
  if (!visits) return <SkeletonRows rows={3} avatar={false} />
  if (visits.length === 0) return <EmptyState icon={<LifeBuoy />} title={t('support.noVisits')} />
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {visits.map((visit) => (
        <Visit key={visit.id} visit={visit} />
      ))}
    </ul>
  )
}

function Visit({ visit }: { visit: SupportVisit }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const load = useCallback(() => loadVisitReport(visit.id), [visit.id])
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="min-w-0 flex-1 basis-60 break-words">
          <span className="font-medium">{visit.name}</span> <span className="text-muted">{visit.reason}</span>
        </span>
        <span className="text-faint text-sm tabular-nums">
          {visit.endedAt
            ? t('support.period', { from: formatDateTime(visit.startedAt), to: formatDateTime(visit.endedAt) })
            : t('support.since', { from: formatDateTime(visit.startedAt) })}
        </span>
      </div>
      <details className="mt-1 text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="w-fit cursor-pointer rounded-sm text-muted hover:text-ink">{t('support.made')}</summary>
        {isOpen && (
          <div className="mt-2">
            <VisitReport load={load} />
          </div>
        )}
      </details>
    </li>
  )
}
