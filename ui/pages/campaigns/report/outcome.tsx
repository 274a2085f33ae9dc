import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { locale } from '../../../lib/language'
import { useTranslation } from '../../../lib/use-translation'
import { Panel } from './panel'
import { countText } from './share-text'

/** Tickets that answers opened, and the ratings given in them. */
export function Outcome({ tickets: { count, open, rated, averageRating } }: Pick<CampaignReport, 'tickets'>) {
  const { t } = useTranslation()
  const average = averageRating?.toLocaleString(locale(), { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const rows = [
    [t('campaignReport.tickets'), countText(count)],
    [t('campaignReport.openTickets'), countText(open)],
    [t('campaignReport.ratings'), countText(rated)],
    ...(average === undefined ? [] : [[t('campaignReport.averageRating'), average]]),
  ] as [string, string][]
  return (
    <Panel title={t('campaignReport.outcome')}>
      <dl className="flex flex-col gap-1.5">
        {rows.map(([name, value]) => (
          <div key={name} className="flex items-start justify-between gap-4">
            <dt>{name}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
