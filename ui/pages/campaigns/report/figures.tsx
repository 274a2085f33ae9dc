import type { CampaignCounts } from '../../../../src/features/campaigns/report/report-model'
import { useTranslation } from '../../../lib/use-translation'
import { countText, shareText } from './share-text'

type Name = Exclude<keyof CampaignCounts, 'sending'>

/** Counts in the order of the way of a message, each with its share. */
const names: Name[] = [
  'valid',
  'sent',
  'delivered',
  'read',
  'answered',
  'pending',
  'failed',
  'unknown',
  'suppressed',
  'optedOut',
]
const ofSent: Name[] = ['delivered', 'read', 'answered', 'optedOut']

export function Figures({ counts }: { counts: CampaignCounts }) {
  const { t } = useTranslation()
  const { valid, sent } = counts
  const share = (name: Name) => {
    const whole = ofSent.includes(name) ? sent : valid
    if (name === 'valid' || whole === 0) return '\u00a0'
    const percent = shareText(Math.min(1, counts[name] / whole))
    return ofSent.includes(name) ? t('campaignReport.ofSent', { percent }) : t('campaignReport.ofValid', { percent })
  }
  return (
    <dl
      aria-label={t('campaignReport.figures')}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-5 print:grid-cols-5"
    >
      {names.map((name) => (
        <div
          key={name}
          className="flex min-w-0 break-inside-avoid flex-col rounded-lg border border-line bg-surface px-4 py-3"
        >
          <dt className="text-muted text-sm">{t(`campaignReport.figure.${name}`)}</dt>
          <dd className="mt-1 font-semibold text-2xl tabular-nums">
            {countText(name === 'pending' ? counts.pending + counts.sending : counts[name])}
          </dd>
          <dd className="text-faint text-xs tabular-nums">{share(name)}</dd>
        </div>
      ))}
    </dl>
  )
}
