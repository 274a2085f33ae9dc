import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { Alert } from '../../components/alert'
import { Button } from '../../components/button'
import { Select } from '../../components/select'
import { ask, publicApi } from '../../lib/api'
import type { Field } from '../../lib/form'
import { money } from '../../lib/money'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'

type Plans = Awaited<ReturnType<typeof readPlans>>
const readPlans = async () => (await ask(publicApi.plans.list.get())).plans
const plans = signal<Plans | 'failed' | null>(null)
const load = async () => {
  plans.value = await readPlans().catch(() => 'failed' as const)
}

/** Choice of a plan with price and limits; a single plan is selected automatically. */
export function PlanSelect({ field }: { field: Field<string> }) {
  const { t } = useTranslation()
  const known = useValue(plans)
  const chosen = useValue(field.value)
  useEffect(() => void load(), [])
  useEffect(() => {
    if (Array.isArray(known) && known.length === 1) field.value.value = String(known[0]!.id)
  }, [known, field])

  if (known === 'failed')
    return (
      <Alert tone="danger" title={t('auth.plansFailed')}>
        <Button size="sm" className="mt-2" onClick={load}>
          {t('common.retry')}
        </Button>
      </Alert>
    )
  if (known?.length === 0) return <Alert tone="warn">{t('auth.noPlans')}</Alert>
  const plan = known?.find(({ id }) => String(id) === chosen)
  return (
    <Select
      field={field}
      label={t('auth.plan')}
      placeholder={known ? t('auth.planPlaceholder') : t('common.loading')}
      disabled={!known}
      choices={(known ?? []).map(({ id, name, value }) => ({
        value: String(id),
        label: t('auth.planDetail', { name, price: money(value) }),
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
