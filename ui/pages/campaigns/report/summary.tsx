import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { cancelledText, waitText } from '../../../campaign/campaign-texts'
import { ProgressBar } from '../../../campaign/progress-bar'
import { CampaignStatusChip } from '../../../campaign/status-chip'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { countText, shareText } from './share-text'

/** Status, delivered out of valid, progress bar, connection, list, schedule and conclusion. */
export function Summary({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const { campaign, counts, wait } = report
  const delivered = counts.valid === 0 ? 0 : Math.min(1, counts.delivered / counts.valid)
  const stopped = cancelledText(t, campaign)
  return (
    <section aria-label={t('campaignReport.summary')} className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CampaignStatusChip status={campaign.status} />
        <span className="font-semibold text-lg tabular-nums">
          {t('campaignReport.deliveredOf', { delivered: countText(counts.delivered), valid: countText(counts.valid) })}
        </span>
      </div>
      <ProgressBar
        value={delivered}
        label={t('campaignReport.figure.delivered')}
        text={t('campaignReport.barValue', { percent: shareText(delivered) })}
        className="mt-2 h-2.5"
      />
      <div aria-live="polite">
        {wait && <p className="mt-2 text-muted">{waitText(t, wait)}</p>}
        {stopped && (
          <p className="mt-2 flex items-start gap-1.5 text-danger-ink">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {stopped}
          </p>
        )}
      </div>
      <Facts report={report} />
    </section>
  )
}

function Facts({ report: { campaign, endsAt } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const { basis, contactList, tag, whatsapp, userName, scheduledAt, startedAt, completedAt } = campaign
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-2 border-line border-t pt-3 sm:grid-cols-2 md:grid-cols-4">
      <Fact name={t('campaignReport.connection')}>{whatsapp?.name ?? '—'}</Fact>
      {tag ? (
        <Fact name={t('campaignReport.tag')}>{tag.name}</Fact>
      ) : (
        <Fact name={t('campaignReport.list')}>{contactList?.name ?? '—'}</Fact>
      )}
      <Fact name={t('campaignReport.schedule')}>{scheduledAt ? formatDateTime(scheduledAt) : '—'}</Fact>
      {startedAt && <Fact name={t('campaignReport.startedAt')}>{formatDateTime(startedAt)}</Fact>}
      {endsAt && !completedAt && <Fact name={t('campaignReport.endsAt')}>{formatDateTime(endsAt)}</Fact>}
      <Fact name={t('campaignReport.conclusion')}>{completedAt ? formatDateTime(completedAt) : '—'}</Fact>
      {basis && <Fact name={t('campaignReport.basis')}>{t(`campaigns.bases.${basis}`)}</Fact>}
      {userName && <Fact name={t('campaignReport.author')}>{userName}</Fact>}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-muted text-sm">{name}</dt>
    <dd className="tabular-nums wrap-anywhere">{children}</dd>
  </div>
)
