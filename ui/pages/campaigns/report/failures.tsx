import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { useTranslation } from '../../../lib/use-translation'
import { Panel } from './panel'
import { reasonText } from './reason-text'
import { countText } from './share-text'

/** Failed and unconfirmed recipients by reason, most first. */
export function Failures({ failures }: Pick<CampaignReport, 'failures'>) {
  const { t } = useTranslation()
  return (
    <Panel title={t('campaignReport.failures')}>
      {failures.length === 0 ? (
        <p className="text-muted">{t('campaignReport.noFailures')}</p>
      ) : (
        <ul className="flex flex-col gap-1.5">
          {failures.map(({ reason, count }) => (
            <li key={reason} className="flex items-start justify-between gap-4">
              <span className="min-w-0 wrap-anywhere">{reasonText(t, reason)}</span>
              <span className="font-medium tabular-nums">{countText(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
