import type { TFunction } from 'i18next'
import type { ComparedDashboard } from '../../../../src/features/inbox/dashboard/model'
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
import { AttendantsTable } from './attendants-table'
import { Counters } from './counters'
import { ExportMenu } from './export-menu'
import { HoursTable } from './hours-table'
import { PartsTable } from './parts-table'
import { PeriodBar } from './period-bar'
import { OpenedReport, ReportMenu } from './report-bar'
import { failure, loading, loadReport, report, useReport } from './store'
import { TargetsTable } from './targets-table'
import { TicketShares } from './ticket-shares'

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
        lead={<span aria-live="polite">{shown ? <PeriodText report={shown} /> : '\u00a0'}</span>}
      >
        <ReportMenu />
        <ExportMenu />
      </PageHead>
      <PlaceTabs place="navigation.panel" />
      <GapNotice className="mb-4" />
      <OpenedReport />
      <PeriodBar />
      <ReportContent />
    </div>
  )
}

/** Days of the report, and those with which it is compared. */
function PeriodText({ report: { period, previous } }: { report: ComparedDashboard }) {
  const { t } = useTranslation()
  return (
    <>
      <span>{daysText(period, t, 'dashboard.from')}</span> · <span>{comparedText(previous, t)}</span>
    </>
  )
}

function comparedText(previous: ComparedDashboard['previous'], t: TFunction) {
  if (!previous) return t('dashboard.notCompared')
  const before = daysText(previous, t, 'dashboard.range')
  if (previous.until === null) return t('dashboard.compared', { before })
  return t('dashboard.comparedUntil', { before, until: previous.until })
}

type Days = ComparedDashboard['period']
const daysText = ({ from, to }: Days, t: TFunction, key: 'dashboard.from' | 'dashboard.range') =>
  from === to ? dueDay(from) : t(key, { from: dueDay(from), to: dueDay(to) })

function ReportContent() {
  const { t } = useTranslation()
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
      <Counters counters={shown.counters} previous={shown.previous?.counters ?? null} />
      <HoursTable cells={shown.hours} />
      <PartsTable />
      <AttendantsTable attendants={shown.attendants} />
      <TicketShares
        title={t('dashboard.outcomes')}
        rows={shown.outcomes.map(({ outcome, tickets }) => ({ name: outcome, tickets }))}
      />
      <TicketShares
        title={t('dashboard.ads')}
        rows={shown.ads.map(({ ad, app, tickets }) => ({ name: ad, note: app, tickets }))}
      />
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
