import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { Alert } from '../../../components/alert'
import { Button } from '../../../components/button'
import { Select } from '../../../components/select'
import { publicApi, unwrapResponse } from '../../../lib/api'
import type { Field } from '../../../lib/form'
import { formatMoney } from '../../../lib/money'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

type Plans = Awaited<ReturnType<typeof requestPlans>>
const requestPlans = async () => (await unwrapResponse(publicApi.plans.list.get())).plans
const plans = signal<Plans | 'failed' | null>(null)
const load = async () => {
  plans.value = await requestPlans().catch(() => 'failed' as const)
}

/** Choice of a plan with price and limits; a single plan is selected automatically. */
export function PlanSelect({ field }: { field: Field<string> }) {
  const { t } = useTranslation()
  const loaded = useValue(plans)
  const chosen = useValue(field.value)
  useEffect(() => void load(), [])
  useEffect(() => {
    if (Array.isArray(loaded) && loaded.length === 1) field.value.value = String(loaded[0]!.id)
  }, [loaded, field])

  if (loaded === 'failed')
    return (
      <Alert tone="danger" title={t('auth.plansFailed')}>
        <Button size="sm" className="mt-2" onClick={load}>
          {t('common.retry')}
        </Button>
      </Alert>
    )
  if (loaded?.length === 0) return <Alert tone="warn">{t('auth.noPlans')}</Alert>
  const plan = loaded?.find(({ id }) => String(id) === chosen)
  return (
    <Select
      field={field}
      label={t('auth.plan')}
      placeholder={loaded ? t('auth.planPlaceholder') : t('common.loading')}
      disabled={!loaded}
      choices={(loaded ?? []).map(({ id, name, value }) => ({
        value: String(id),
        label: t('auth.planDetail', { name, price: formatMoney(value) }),
      }))}
      hint={
        plan &&
        t('auth.planLimits', {
          users: t('auth.planUsers', { count: plan.users }),
          connections: t('auth.planConnections', { count: plan.connections }),
          queues: t('auth.planQueues', { count: plan.queues }),
        })
      }
    />
  )
}
