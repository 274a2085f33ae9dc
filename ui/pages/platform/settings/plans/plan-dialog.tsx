import type { FullPlan } from '../../../../../src/features/provider/plans/model'
import { type PlanFlag, planFlags } from '../../../../../src/shared/enums'
import { limits } from '../../../../../src/shared/limits'
import { TextField } from '../../../../components/field'
import { FormDialog } from '../../../../components/form-dialog'
import { SwitchField } from '../../../../components/switch-field'
import { createForm, length, type Rule, required, useForm } from '../../../../lib/form'
import { centsOf, priceOf } from '../../../../lib/price'
import { useTranslation } from '../../../../lib/use-translation'
import { savePlan } from './store'

const price: Rule<string> = (value) => {
  const cents = centsOf(value)
  return cents !== null && cents <= limits.price.max ? null : { code: 'number' }
}
const count: Rule<string> = (value) => (/^\d{1,5}$/.test(value.trim()) ? null : { code: 'number' })

const deviceCount: Rule<string> = (value) => {
  const { min, max } = limits.planDevices
  return /^\d{1,2}$/.test(value.trim()) && Number(value) >= min && Number(value) <= max ? null : { code: 'number' }
}

const makeForm = (plan: FullPlan | null) =>
  createForm(
    {
      name: plan?.name ?? '',
      users: String(plan?.users ?? 10),
      connections: String(plan?.connections ?? 10),
      queues: String(plan?.queues ?? 10),
      devices: String(plan?.devices ?? 2),
      value: priceOf(plan?.value ?? 0),
      isPublic: plan?.isPublic ?? true,
      ...(Object.fromEntries(planFlags.map((flag) => [flag, plan?.[flag] ?? true])) as Record<PlanFlag, boolean>),
    },
    {
      name: [required, length(limits.planName)],
      users: [required, count],
      connections: [required, count],
      queues: [required, count],
      devices: [required, deviceCount],
      value: [required, price],
    },
    { ERR_PLAN_NAME_ALREADY_EXISTS: 'name' },
  )

export function PlanDialog({ plan, onClose }: { plan: FullPlan | null; onClose: () => void }) {
  const { t } = useTranslation()
  const form = useForm(() => makeForm(plan))
  const send = async ({ users, connections, queues, devices, value, ...rest }: ReturnType<(typeof form)['values']>) => {
    const amounts = { users: Number(users), connections: Number(connections), queues: Number(queues) }
    await savePlan(plan, { ...rest, ...amounts, devices: Number(devices), value: centsOf(value) ?? 0 })
    onClose()
  }
  return (
    <FormDialog isPanel form={form} send={send} title={plan ? t('plans.edit') : t('plans.add')} onClose={onClose}>
      <TextField
        field={form.field('name')}
        label={t('plans.name')}
        maxLength={limits.planName.max}
        autoComplete="off"
        autoFocus
      />
      <div className="grid grid-cols-3 gap-3">
        <TextField field={form.field('users')} label={t('plans.users')} inputMode="numeric" maxLength={5} />
        <TextField field={form.field('connections')} label={t('plans.connections')} inputMode="numeric" maxLength={5} />
        <TextField field={form.field('queues')} label={t('plans.queues')} inputMode="numeric" maxLength={5} />
      </div>
      <TextField
        field={form.field('devices')}
        label={t('plans.devices')}
        hint={t('plans.devicesHint', limits.planDevices)}
        inputMode="numeric"
        maxLength={2}
      />
      <TextField field={form.field('value')} label={t('plans.value')} hint={t('plans.valueWrong')} maxLength={10} />
      <fieldset>
        <legend className="mb-1 font-medium text-sm">{t('plans.includes')}</legend>
        <div className="grid sm:grid-cols-2">
          {planFlags.map((flag) => (
            <SwitchField key={flag} field={form.field(flag)} label={t(`plans.flags.${flag}`)} />
          ))}
        </div>
      </fieldset>
      <SwitchField field={form.field('isPublic')} label={t('plans.isPublic')} />
    </FormDialog>
  )
}
