import { useEffect, useState } from 'react'
import type { VisitReport as Report } from '../../../../src/features/provider/support/model'
import { SkeletonRows } from '../../../components/skeleton'
import { useTranslation } from '../../../lib/use-translation'
import { LogLine } from './log-line'
import { requestText } from './request-texts'

/** List of everything that a support visit made: lines of the log, and requests without a line of their own. */
export function VisitReport({ load }: { load: () => Promise<Report | null> }) {
  const { t } = useTranslation()
  const [report, setReport] = useState<Report | null>()
  useEffect(() => void load().then(setReport, () => setReport(null)), [load])
  if (report === undefined) return <SkeletonRows rows={3} avatar={false} />
  if (report === null) return <p className="text-muted">{t('support.unknown')}</p>
  const { changes, requests, hasMore } = report
  if (changes.length + requests.length === 0) return <p className="text-muted">{t('support.madeNothing')}</p>
  return (
    <div className="flex flex-col gap-4">
      {changes.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {changes.map((line) => (
            <LogLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      {requests.length > 0 && (
        <section>
          <h3 className="mb-1 font-medium text-sm">{t('support.requests')}</h3>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {requests.map((request) => (
              <li key={`${request.method} ${request.path}`} className="flex gap-3 px-4 py-2">
                <span className="min-w-0 flex-1 break-words">{requestText(t, request)}</span>
                <span className="text-muted tabular-nums">{request.count} ×</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {hasMore && <p className="text-muted">{t('support.madeMore')}</p>}
    </div>
  )
}
