import { CalendarDays, CreditCard } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Subscription } from '../../../../src/features/provider/payments/model'
import { Button } from '../../../components/button'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { SkeletonRows } from '../../../components/skeleton'
import { api, unwrapResponse } from '../../../lib/api'
import { createLiveValue } from '../../../lib/live-value'
import { formatMoney } from '../../../lib/money'
import { paths, toCheckout } from '../../../lib/paths'
import { useLive } from '../../../lib/realtime'
import { dueDay } from '../../../lib/time'
import { useTitle } from '../../../lib/title'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { CancellationPart } from '../cancellation/cancellation-part'
import { PlanChoice } from '../plan-change/plan-choice'

/** Licence of the company: remaining trial days, billing address, payment. */
export function SubscriptionPage() {
  const { t } = useTranslation()
  const [live] = useState(() => createLiveValue<Subscription | { failure: unknown } | null>(null))
  const loaded = useValue(live.value)
  const load = useCallback(() => {
    live.load(() => unwrapResponse(api.subscription.get())).catch((failure) => live.change(() => ({ failure })))
  }, [live])
  useTitle(t('subscription.title'))
  useEffect(load, [load])
  useLive({ payment: load }, load)
  return (
    <div className="page page-form">
      <PageHead title={t('subscription.title')} lead={t('subscription.lead')} />
      <div className="rounded-lg border border-line bg-surface p-4 sm:p-6">
        {!loaded && <SkeletonRows rows={3} avatar={false} />}
        {loaded && 'failure' in loaded && <ErrorState failure={loaded.failure} onRetry={load} />}
        {loaded && 'plan' in loaded && <Licence subscription={loaded} />}
      </div>
      <PlanChoice onChanged={load} />
      {loaded && 'plan' in loaded && <CancellationPart subscription={loaded} onChanged={load} />}
    </div>
  )
}

function Licence({ subscription: { company, plan, trialDaysLeft } }: { subscription: Subscription }) {
  const { t } = useTranslation()
  const recurrence = t(`checkout.recurrence.${company.recurrence as 'MENSAL'}`)
  return (
    <div className="flex flex-col gap-5">
      <p className="flex items-center gap-3">
        <CalendarDays aria-hidden className="size-8 shrink-0 text-accent-ink" />
        <span>
          <span className="block font-semibold text-lg">
            {trialDaysLeft === null && t('subscription.until', { date: dueDay(company.dueDate) })}
            {trialDaysLeft === 0 && t('subscription.lastDay')}
            {trialDaysLeft !== null && trialDaysLeft > 0 && t('subscription.trial', { count: trialDaysLeft })}
          </span>
          <span className="block text-muted">
            {plan.name} · {formatMoney(plan.value)} · {recurrence}
          </span>
        </span>
      </p>
      <dl>
        <dt className="font-medium text-sm">{t('subscription.email')}</dt>
        <dd className="break-all">{company.email}</dd>
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <PayNow isPaid={trialDaysLeft === null} />
        <Link href={paths.financeiro} className="text-accent-ink underline underline-offset-2">
          {t('subscription.invoices')}
        </Link>
      </div>
    </div>
  )
}

/** Makes the invoice of the next period and opens it; a trial has no period yet. */
function PayNow({ isPaid }: { isPaid: boolean }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  const sign = () => {
    setBusy(true)
    unwrapResponse(api.invoices.post())
      .then(({ id }) => navigate(toCheckout(id)), toastError)
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="primary" icon={<CreditCard aria-hidden />} busy={busy} onClick={sign}>
      {t(isPaid ? 'subscription.payNext' : 'subscription.sign')}
    </Button>
  )
}
