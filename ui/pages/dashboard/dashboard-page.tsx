import type { TFunction } from 'i18next'
import { Download, Star } from 'lucide-react'
import type { Dashboard } from '../../../src/features/dashboard/model'
import { Button } from '../../components/button'
import { ErrorBoundary } from '../../components/error-boundary'
import { ErrorState } from '../../components/error-state'
import { PageHead } from '../../components/page-head'
import { Skeleton } from '../../components/skeleton'
import { fetchFile } from '../../lib/api'
import { classes } from '../../lib/classes'
import { lazyPage } from '../../lib/lazy-page'
import { saveFile } from '../../lib/save-file'
import { dueDay } from '../../lib/time'
import { useTitle } from '../../lib/title'
import { toastError } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { AttendantsTable } from './attendants-table'
import { Counters } from './counters'
import { PeriodBar } from './period-bar'
import { failure, loading, loadReport, period, report, useReport } from './store'

/** Charts in a chunk of their own, so that the numbers appear first. */
const Charts = lazyPage(
  () => import('./charts').then((page) => page.Charts),
  () => <Skeleton className="h-72 w-full rounded-lg!" />,
)

/** Dashboard for admins: current state and figures of a period. */
export function DashboardPage() {
  const { t } = useTranslation()
  const shown = useValue(report)
  useTitle(t('dashboard.title'))
  useReport()
  return (
    <div className="mx-auto w-full max-w-6xl p-4 sm:p-6">
      <PageHead
        title={t('dashboard.title')}
        lead={<span aria-live="polite">{shown ? periodText(shown.period, t) : '\u00a0'}</span>}
      >
        <Button icon={<Download aria-hidden />} onClick={() => exportFile('export', 'dashboard')}>
          {t('dashboard.export')}
        </Button>
        <Button icon={<Star aria-hidden />} onClick={() => exportFile('ratings', 'ratings')}>
          {t('dashboard.exportRatings')}
        </Button>
      </PageHead>
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

/** Saves a CSV of the period: the attendants' table, or the ratings with the customers' words. */
async function exportFile(path: 'export' | 'ratings', name: string) {
  try {
    const query = new URLSearchParams(Object.entries(period.peek()).map(([key, value]) => [key, String(value)]))
    const file = await fetchFile(`/api/dashboard/${path}?${query}`)
    const { from, to } = report.peek()?.period ?? { from: '', to: '' }
    saveFile(`${name}-${from}-${to}.csv`, file)
  } catch (thrown) {
    toastError(thrown)
  }
}
