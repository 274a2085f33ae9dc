import { Download, Printer } from 'lucide-react'
import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { BackLink } from '../../../components/back-link'
import { Button } from '../../../components/button'
import { ErrorBoundary } from '../../../components/error-boundary'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { Skeleton } from '../../../components/skeleton'
import { fetchFile } from '../../../lib/api'
import { Can } from '../../../lib/can'
import { asFailure } from '../../../lib/failure'
import { lazyPage } from '../../../lib/lazy-page'
import { paths } from '../../../lib/paths'
import { saveFile } from '../../../lib/save-file'
import { useTitle } from '../../../lib/title'
import { toastError } from '../../../lib/toast'
import { useLeaveWithoutPlan } from '../../../lib/use-leave-without-plan'
import { useTranslation } from '../../../lib/use-translation'
import { Failures } from './failures'
import { Figures } from './figures'
import { FollowUps } from './follow-ups'
import { Outcome } from './outcome'
import { Recipients } from './recipients'
import { Summary } from './summary'
import { UnansweredList } from './unanswered-list'
import { useReport } from './use-report'
import { Variants } from './variants'

/** Charts in a chunk of their own, so that the numbers appear first. */
const Charts = lazyPage(
  () => import('./charts').then((page) => page.Charts),
  () => <Skeleton className="h-72 w-full rounded-lg!" />,
)

/** Report of one campaign, live. */
export function CampaignReportPage({ id }: { id: number }) {
  const { t } = useTranslation()
  useTitle(t('campaignReport.title'))
  return useLeaveWithoutPlan('useCampaigns', t('campaigns.refused')) ? <Report id={id} /> : null
}

function Report({ id }: { id: number }) {
  const { t } = useTranslation()
  const { report, failure, version, reload } = useReport(id)
  return (
    <div className="page">
      <BackLink to={paths.campaigns}>{t('campaignReport.back')}</BackLink>
      {failure !== null && <ErrorState failure={asFailure(failure)} onRetry={reload} />}
      {failure === null && !report && <ReportSkeleton />}
      {report && <Content report={report} version={version} />}
    </div>
  )
}

function Content({ report, version }: { report: CampaignReport; version: number }) {
  const { t } = useTranslation()
  const { campaign } = report
  return (
    <>
      <PageHead title={campaign.name}>
        <UnansweredList report={report} />
        <Can do="campaign:export">
          <Button icon={<Download aria-hidden />} onClick={() => void exportRecipients(campaign)}>
            {t('campaignReport.export')}
          </Button>
        </Can>
        <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
          {t('campaignReport.print')}
        </Button>
      </PageHead>
      <div className="flex flex-col gap-4">
        <Summary report={report} />
        <Figures counts={report.counts} />
        <ErrorBoundary resetKey={`${campaign.id}`}>
          <Charts report={report} />
        </ErrorBoundary>
        <Variants variants={report.variants} />
        <FollowUps report={report} />
        <div className="grid gap-4 md:grid-cols-2">
          <Failures failures={report.failures} />
          <Outcome tickets={report.tickets} />
        </div>
        <Recipients campaign={campaign} version={version} />
      </div>
    </>
  )
}

function ReportSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-32 w-full rounded-lg!" />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
        {[0, 1, 2, 3, 4].map((card) => (
          <Skeleton key={card} className="h-20 rounded-lg!" />
        ))}
      </div>
      <Skeleton className="h-72 w-full rounded-lg!" />
    </div>
  )
}

async function exportRecipients({ id, name }: CampaignReport['campaign']) {
  try {
    saveFile(`${name}.csv`, await fetchFile(`/api/campaigns/${id}/export`))
  } catch (thrown) {
    toastError(thrown)
  }
}
