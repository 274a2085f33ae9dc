import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { dayIn } from '../../../core/time'
import { planFlags, planFlagsOf, recurrences } from '../../../shared/enums'
import { type PaidTime, quotePlanChange } from '../../../shared/plan-change'
import { addMonths, billingDayOf, daysBetween } from '../../../shared/recurrence'
import { graceDaysOf, licenceColumns } from '../../platform/company/licence'
import { countPlanUse } from '../../platform/company/plan-limit'
import type { PlanOffer, PlanOffers } from './model'

/** Plans that the company may choose: those offered at sign-up with a price, its own, and the one it has chosen. */
export async function listPlanOffers(scope: Scope, platform: Platform): Promise<PlanOffers> {
  const company = await readCompany(platform, scope.companyId)
  const paid = paidTimeOf(company)
  const used = await countPlanUse(scope.db)
  const plans = (await offeredPlans(platform, company)).map(
    (plan): PlanOffer => ({
      ...plan,
      isCurrent: plan.id === company.planId,
      isNext: plan.id === company.nextPlanId,
      quote: quotePlanChange(paid, plan.value),
      exceeded: exceededParts(plan, used),
    }),
  )
  const { nextName, nextPlanOn } = company
  return { plans, next: nextName === null ? null : { name: nextName, on: nextPlanOn ?? '' } }
}

/** Facts of a company that decide about a change of its plan. */
export const readCompany = ({ db }: Platform, companyId: CompanyId) =>
  db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .leftJoin('plans as next', 'next.id', 'companies.nextPlanId')
    .select(['companies.id', 'companies.name', 'planId', 'nextPlanId', 'nextPlanOn', 'owed'])
    .select(['billingDay', 'recurrence', 'plans.name as planName', 'plans.value'])
    .select(licenceColumns)
    .select(['next.name as nextName', 'next.value as nextValue'])
    .where('companies.id', '=', companyId)
    .executeTakeFirstOrThrow()
export type ChangingCompany = Awaited<ReturnType<typeof readCompany>>

export function paidTimeOf(company: ChangingCompany): PaidTime {
  const dueDate = company.dueDate.slice(0, 10)
  const today = dayIn(company.timeZone)
  const months = recurrences[company.recurrence]
  const otherEnd = addMonths(dueDate, today > dueDate ? months : -months, billingDayOf(company))
  const periodDays = Math.abs(daysBetween(otherEnd, dueDate))
  const { nextValue, nextPlanOn } = company
  return {
    ...{ today, dueDate, periodDays, graceDays: graceDaysOf(company), value: company.value },
    isPaid: company.trialExpiration === null,
    next: nextValue === null || nextPlanOn === null ? null : { value: nextValue, on: nextPlanOn },
  }
}

/** Plans that the company may choose, cheapest first. */
export async function offeredPlans({ db }: Platform, { planId, nextPlanId }: ChangingCompany) {
  const rows = await db
    .selectFrom('plans')
    .select(['id', 'name', 'users', 'connections', 'queues', 'devices', 'value', ...planFlags])
    .where(({ and, eb, or }) =>
      or([and([eb('isPublic', '=', 1), eb('value', '>', 0)]), eb('id', 'in', [planId, nextPlanId ?? planId])]),
    )
    .orderBy('value')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, ...planFlagsOf(row) }))
}

type Limits = Record<'users' | 'connections' | 'queues', number>

/** Parts of which more is used than the plan has. */
export const exceededParts = (limit: Limits, used: Limits) =>
  (['users', 'connections', 'queues'] as const)
    .filter((part) => used[part] > limit[part])
    .map((part) => ({ part, used: used[part], limit: limit[part] }))
