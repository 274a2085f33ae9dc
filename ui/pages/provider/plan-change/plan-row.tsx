import type { PlanOffer } from '../../../../src/features/provider/plan-change/model'
import { planFlags } from '../../../../src/shared/enums'
import { Badge } from '../../../components/badge'
import { Button } from '../../../components/button'
import { formatMoney } from '../../../lib/money'
import { useTranslation } from '../../../lib/use-translation'
import { quoteText } from './change-plan'

interface PlanRowProps {
  plan: PlanOffer
  current: PlanOffer | undefined
  onChoose: () => Promise<void>
}

/** One plan: price, limits, what it lacks, and when it would begin. */
export function PlanRow({ plan, current, onChoose }: PlanRowProps) {
  const { t } = useTranslation()
  const { name, value, isCurrent, isNext, exceeded } = plan
  const limits = [
    t('auth.planUsers', { count: plan.users }),
    t('auth.planConnections', { count: plan.connections }),
    t('auth.planQueues', { count: plan.queues }),
  ]
  const lost = planFlags.filter((flag) => current?.[flag] && !plan[flag]).map((flag) => t(`plans.flags.${flag}`))
  const parts = exceeded.map(({ part, used, limit }) => t(`planChange.parts.${part}`, { used, limit }))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name}
          {isCurrent && <Badge tone="good">{t('planChange.current')}</Badge>}
          {isNext && <Badge tone="neutral">{t('planChange.next')}</Badge>}
        </p>
        <p className="text-sm tabular-nums">
          {formatMoney(value)} {t('planChange.perPeriod')}
        </p>
        <p className="text-muted text-sm">{limits.join(' · ')}</p>
        {lost.length > 0 && (
          <p className="text-muted text-sm">{t('planChange.without', { features: lost.join(', ') })}</p>
        )}
        {!isCurrent && exceeded.length > 0 && (
          <p className="text-sm text-warn">{t('planChange.exceeded', { parts: parts.join(', ') })}</p>
        )}
        {!isCurrent && !isNext && exceeded.length === 0 && <p className="text-muted text-sm">{quoteText(t, plan)}</p>}
      </div>
      {!isCurrent && !isNext && (
        <Button
          size="sm"
          disabled={exceeded.length > 0}
          aria-label={t('planChange.chooseOf', { name })}
          onClick={() => void onChoose()}
        >
          {t('planChange.choose')}
        </Button>
      )}
    </li>
  )
}
