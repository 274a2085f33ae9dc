import i18n, { type TFunction } from 'i18next'
import type { PlanOffer, PlanOffers } from '../../../../src/features/provider/plan-change/model'
import { AppError } from '../../../../src/shared/errors'
import { confirm } from '../../../components/confirm'
import { unwrapResponse } from '../../../lib/api'
import { billing } from '../../../lib/billing'
import { formatMoney } from '../../../lib/money'
import { dueDay } from '../../../lib/time'
import { toastError, toastSuccess } from '../../../lib/toast'

/** Text of the time at which a plan begins, and of its price beside the following invoices. */
export function quoteText(t: TFunction, { isCurrent, quote: { kind, on, cents } }: PlanOffer): string {
  if (isCurrent && cents === 0) return t('planChange.keepFree')
  const facts = { value: formatMoney(cents), date: on ? dueDay(on) : '' }
  if (kind === 'now') return t(cents === 0 ? 'planChange.nowFree' : 'planChange.nowCosts', facts)
  return t(cents === 0 ? 'planChange.nextFree' : 'planChange.nextCosts', facts)
}

/** Asks, then changes the plan. Null after a refusal by the person; `again` when the price has changed meanwhile. */
export async function changePlan(plan: PlanOffer): Promise<PlanOffers | 'again' | null> {
  const { id, name, quote } = plan
  const isConfirmed = await confirm({
    title: i18n.t('planChange.confirmTitle', { name }),
    text: quoteText(i18n.t, plan),
    action: i18n.t(plan.isCurrent ? 'planChange.keep' : 'planChange.change'),
  })
  if (!isConfirmed) return null
  try {
    const offers = await unwrapResponse(billing().subscription.plan.put({ planId: id, cents: quote.cents }))
    toastSuccess(i18n.t(quote.kind === 'now' ? 'planChange.changed' : 'planChange.planned'))
    return offers
  } catch (failure) {
    toastError(failure)
    return failure instanceof AppError ? 'again' : null
  }
}
