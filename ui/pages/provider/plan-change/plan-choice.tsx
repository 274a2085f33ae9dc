import { useCallback, useEffect, useId, useState } from 'react'
import type { PlanOffers } from '../../../../src/features/provider/plan-change/model'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { ErrorState } from '../../../components/error-state'
import { SkeletonRows } from '../../../components/skeleton'
import { unwrapResponse } from '../../../lib/api'
import { billing } from '../../../lib/billing'
import { createLiveValue } from '../../../lib/live-value'
import { useLive } from '../../../lib/realtime'
import { dueDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { changePlan } from './change-plan'
import { PlanRow } from './plan-row'

/** Plans that the company may choose, with the time and the price of each change. */
export function PlanChoice({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation()
  const id = useId()
  const [live] = useState(() => createLiveValue<PlanOffers | { failure: unknown } | null>(null))
  const loaded = useValue(live.value)
  const load = useCallback(() => {
    live
      .load(() => unwrapResponse(billing().subscription.plans.get()))
      .catch((failure) => live.change(() => ({ failure })))
  }, [live])
  useEffect(load, [load])
  useLive({ payment: load, company: load }, load)
  const choose = async (plan: PlanOffers['plans'][number]) => {
    const offers = await changePlan(plan)
    if (offers === 'again') load()
    if (!offers || offers === 'again') return
    live.change(() => offers)
    onChanged()
  }
  return (
    <section aria-labelledby={id} className="mt-6 rounded-lg border border-line bg-surface p-4 sm:p-6">
      <h2 id={id} className="font-semibold text-base">
        {t('planChange.change')}
      </h2>
      <p className="mb-3 text-muted text-sm">{t('planChange.lead')}</p>
      {!loaded && <SkeletonRows rows={3} avatar={false} />}
      {loaded && 'failure' in loaded && <ErrorState failure={loaded.failure} onRetry={load} />}
      {loaded && 'plans' in loaded && <Offers offers={loaded} onChoose={choose} />}
    </section>
  )
}

interface OffersProps {
  offers: PlanOffers
  onChoose: (plan: PlanOffers['plans'][number]) => Promise<void>
}

function Offers({ offers: { plans, next }, onChoose }: OffersProps) {
  const { t } = useTranslation()
  const current = plans.find(({ isCurrent }) => isCurrent)
  return (
    <>
      {next && current && (
        <div className="mb-3">
          <Alert tone="info" title={t('planChange.chosen', { name: next.name, date: dueDay(next.on) })}>
            <Button size="sm" className="mt-2" onClick={() => void onChoose(current)}>
              {t('planChange.keep')}
            </Button>
          </Alert>
        </div>
      )}
      <ul className="divide-y divide-line">
        {plans.map((plan) => (
          <PlanRow key={plan.id} plan={plan} current={current} onChoose={() => onChoose(plan)} />
        ))}
      </ul>
    </>
  )
}
