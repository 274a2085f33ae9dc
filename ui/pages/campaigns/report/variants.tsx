import { Trophy } from 'lucide-react'
import type { CampaignReport } from '../../../../src/features/campaigns/report/report-model'
import { compareVariants, shareInterval } from '../../../../src/shared/campaign/compare-variants'
import { oneLine } from '../../../../src/shared/text'
import { useTranslation } from '../../../lib/use-translation'
import { Panel } from './panel'
import { countText, shareText } from './share-text'

type Variant = CampaignReport['variants'][number]

/** Results per text with their interval of 95 %, and a sentence that says which one works best. */
export function Variants({ variants }: { variants: Variant[] }) {
  const { t } = useTranslation()
  const conclusion = useConclusion(variants)
  if (variants.length === 0) return null
  return (
    <Panel title={t('campaignReport.variants')}>
      <p className="mb-3 flex items-start gap-2">
        <Trophy aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
        {conclusion}
      </p>
      <ul className="divide-y divide-line border-line border-t">
        {variants.map((variant) => (
          <VariantRow key={variant.variant} result={variant} />
        ))}
      </ul>
    </Panel>
  )
}

function useConclusion(variants: Variant[]): string {
  const { t } = useTranslation()
  if (variants.every(({ sent }) => sent === 0)) return t('campaignReport.nothingSent')
  const comparison = compareVariants(variants)
  if (comparison.result !== 'best') return t(`campaignReport.${comparison.result}`)
  const best = variants.find(({ variant }) => variant === comparison.variant) as Variant
  return t('campaignReport.best', { n: best.variant, percent: shareText(best.answered / best.sent) })
}

function VariantRow({ result: { variant, message, sent, read, answered } }: { result: Variant }) {
  const { t } = useTranslation()
  const interval = shareInterval(answered, sent)
  return (
    <li className="grid gap-x-6 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="font-medium">{t('campaignReport.variant', { n: variant })}</p>
        <p className="line-clamp-2 text-muted text-sm wrap-anywhere">{oneLine(message)}</p>
      </div>
      <p className="text-sm tabular-nums md:text-right">
        {t('campaignReport.variantCounts', {
          sent: countText(sent),
          read: countText(read),
          answered: countText(answered),
        })}
        {interval && (
          <span className="block text-muted">
            {t('campaignReport.variantShare', {
              share: shareText(interval.share),
              low: shareText(interval.low),
              high: shareText(interval.high),
            })}
          </span>
        )}
      </p>
    </li>
  )
}
