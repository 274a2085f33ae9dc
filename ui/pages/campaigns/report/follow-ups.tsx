import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { Panel } from './panel'
import { countText } from './share-text'

const names = ['sent', 'read', 'answered', 'pending', 'suppressed', 'failed'] as const

/** Later messages with their figures, and the time until which the campaign waits for each. */
export function FollowUps({ report: { campaign, steps } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  if (steps.length === 0) return null
  return (
    <Panel title={t('campaigns.tabs.followUps')}>
      <ul className="flex flex-col divide-y divide-line">
        {steps.map(({ step, until, ...counts }) => (
          <li key={step} className="flex flex-col gap-1 py-2 first:pt-0 last:pb-0">
            <p className="font-medium wrap-anywhere">
              {t('campaignReport.step', { n: step })}
              <span className="ml-2 font-normal text-muted">{campaign.steps[step - 1]?.message.slice(0, 160)}</span>
            </p>
            <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
              {names.map((name) => (
                <div key={name} className="flex gap-1.5">
                  <dt className="text-muted">{t(`campaignReport.figure.${name}`)}</dt>
                  <dd className="font-medium tabular-nums">{countText(counts[name])}</dd>
                </div>
              ))}
            </dl>
            {until && campaign.status === 'EM_ANDAMENTO' && (
              <p className="text-faint text-sm">{t('campaignReport.waitsUntil', { when: formatDateTime(until) })}</p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
