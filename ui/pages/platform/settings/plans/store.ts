import i18n from 'i18next'
import type { FullPlan, NewPlan } from '../../../../../src/features/provider/plans/model'
import { confirm } from '../../../../components/confirm'
import { api, unwrapResponse } from '../../../../lib/api'
import { asFailure } from '../../../../lib/failure'
import { createList } from '../../../../lib/list'
import { toastError, toastSuccess, toastWarning } from '../../../../lib/toast'

/** Plans by price, lowest first. */
export const plans = createList<FullPlan>({
  compare: (a, b) => a.value - b.value || a.id - b.id,
  load: async () => ({ rows: (await unwrapResponse(api.plans.all.get())).plans, hasMore: false }),
})

/** Creates or updates a plan. @throws AppError */
export async function savePlan(plan: FullPlan | null, input: NewPlan) {
  plans.put(await unwrapResponse(plan ? api.plans({ id: plan.id }).put(input) : api.plans.post(input)))
  toastSuccess(i18n.t(plan ? 'plans.saved' : 'plans.created'))
}

export async function removePlan({ id, name }: FullPlan) {
  const isConfirmed = await confirm({
    title: i18n.t('plans.deleteTitle', { name }),
    text: i18n.t('plans.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  await unwrapResponse(api.plans({ id }).delete()).then(() => {
    plans.drop(id)
    toastSuccess(i18n.t('plans.deleted'))
  }, showRefusal)
}

/** Shows which companies use the plan, which prevents its deletion. */
function showRefusal(thrown: unknown) {
  const { code, detail } = asFailure(thrown)
  if (code !== 'ERR_PLAN_IN_USE') return toastError(thrown)
  toastWarning(i18n.t('plans.inUse', { companies: (detail.companies as string[]).join(', ') }))
}
