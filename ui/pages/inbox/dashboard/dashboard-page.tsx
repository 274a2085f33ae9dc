import type { TFunction } from 'i18next'
import type { Dashboard } from '../../../../src/features/inbox/dashboard/model'
import { ErrorBoundary } from '../../../components/error-boundary'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { Skeleton } from '../../../components/skeleton'
import { GapNotice } from '../../../first-steps/gap-notice'
import { classes } from '../../../lib/classes'
import { lazyPage } from '../../../lib/lazy-page'
import { dueDay } from '../../../lib/time'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { PlaceTabs } from '../../../navigation/place-tabs'
import { AdsTable } from './ads-table'
import { AttendantsTable } from './attendants-table'
import { Counters } from './counters'
import { ExportMenu } from './export-menu'
import { OutcomesTable } from './outcomes-table'
import { PeriodBar } from './period-bar'
import { failure, loading, loadReport, report, useReport } from './store'
import { TargetsTable } from './targets-table'

/** Charts in a chunk of their own, so that the numbers appear first. */
const Charts = lazyPage(
  () => import('./charts').then((page) => page.Charts),
  () => <Skeleton className="h-72 w-full rounded-lg!" />,
)

/** Dashboard for admins, and for supervisors about their queues: current state and figures of a period. */
export function DashboardPage() {
  const { t } = useTranslation()
  const shown = useValue(report)
  useTitle(t('dashboard.title'))
  useReport()
  return (
    <div className="page">
      <PageHead
        title={t('navigation.panel')}
        lead={<span aria-live="polite">{shown ? periodText(shown.period, t) : '\u00a0'}</span>}
      >
        <ExportMenu />
      </PageHead>
      <PlaceTabs place="navigation.panel" />
      <GapNotice className="mb-4" />
      <PeriodBar />
      <ReportContent />
    </div>
  )
}

const periodText = ({ from, to }: Dashboard['period'], t: TFunction) =>
  from === to ? dueDay(from) : t('dashboard.from', { from: dueDay(from), to: dueDay(to) })

function ReportContent() {
  const shown = useValue(report)
  const problem = useValue(failure)
  const busy = useValue(loading)
  if (problem) return <ErrorState failure={problem} onRetry={() => void loadReport()} />
  if (!shown) return <ReportSkeleton />
  return (
    <div
      aria-busy={busy}
      className={classes('mt-4 flex flex-col gap-4 transition-opacity', busy && 'pointer-events-none opacity-60')}
    >
      <Counters counters={shown.counters} />
      <AttendantsTable attendants={shown.attendants} />
      <OutcomesTable outcomes={shown.outcomes} />
      <AdsTable ads={shown.ads} />
      <TargetsTable queues={shown.queues} />
      <ErrorBoundary resetKey={`${shown.period.from} ${shown.period.to}`}>
        <Charts report={shown} />
      </ErrorBoundary>
    </div>
  )
}

function ReportSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="mt-4 flex flex-col gap-4">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Skeleton key={card} className="h-24 rounded-lg!" />
        ))}
      </div>
      <Skeleton className="h-64 w-full rounded-lg!" />
      <Skeleton className="h-72 w-full rounded-lg!" />
    </div>
  )
}
