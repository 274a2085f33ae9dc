import { TriangleAlert } from 'lucide-react'
import type { Campaign } from '../../../../src/features/campaigns/campaign/model'
import { cancelledText, waitText } from '../../../campaign/campaign-texts'
import { ProgressBar } from '../../../campaign/progress-bar'
import { CampaignStatusChip } from '../../../campaign/status-chip'
import { locale } from '../../../lib/language'
import { useTranslation } from '../../../lib/use-translation'
import { useRunningFigures } from './running-figures'

/** Status of a campaign, its progress while it runs, and why it waits or was stopped. */
export function CampaignState({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const stopped = cancelledText(t, campaign)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <CampaignStatusChip status={campaign.status} />
      {stopped && (
        <p className="flex items-start gap-1 text-danger-ink text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {stopped}
        </p>
      )}
      {campaign.status === 'EM_ANDAMENTO' && <Running campaign={campaign} />}
    </div>
  )
}

function Running({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation()
  const figures = useRunningFigures(campaign)
  if (!figures) return null
  const { sent, valid, progress, wait } = figures
  const count = (value: number) => value.toLocaleString(locale())
  const texts = { done: count(sent), all: count(valid) }
  return (
    <>
      <div className="flex max-w-48 items-center gap-2">
        <ProgressBar
          value={progress}
          label={campaign.name}
          text={t('campaigns.progressLabel', texts)}
          className="h-1.5 min-w-16 flex-1"
        />
        <span aria-hidden className="text-muted text-xs tabular-nums">
          {t('campaigns.progress', texts)}
        </span>
      </div>
      {wait && <p className="text-muted text-sm">{waitText(t, wait)}</p>}
    </>
  )
}
