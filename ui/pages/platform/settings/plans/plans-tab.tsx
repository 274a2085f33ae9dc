import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { FullPlan } from '../../../../../src/features/provider/plans/model'
import { planFlags } from '../../../../../src/shared/enums'
import { Badge } from '../../../../components/badge'
import { BoxedList } from '../../../../components/boxed-list'
import { Chip } from '../../../../components/chip'
import { IconButton } from '../../../../components/icon-button'
import { formatMoney } from '../../../../lib/money'
import { useTranslation } from '../../../../lib/use-translation'
import { SettingsHead } from '../../../../navigation/settings-head'
import { PlanDialog } from './plan-dialog'
import { plans, removePlan } from './store'

/** Plans that companies can buy. */
export function PlansTab() {
  const { t } = useTranslation()
  const [open, setOpen] = useState<{ plan: FullPlan | null } | null>(null)
  useEffect(() => {
    if (plans.state.peek() !== 'idle') void plans.reload()
  }, [])
  return (
    <>
      <SettingsHead add={{ label: t('plans.add'), onAdd: () => setOpen({ plan: null }) }} />
      <BoxedList
        list={plans}
        label={t('settings.plans')}
        skeletonRows={3}
        empty={null}
        hideEnd
        render={(plan) => <Row plan={plan} onEdit={() => setOpen({ plan })} />}
      />
      {open && <PlanDialog key={open.plan?.id} plan={open.plan} onClose={() => setOpen(null)} />}
    </>
  )
}

function Row({ plan, onEdit }: { plan: FullPlan; onEdit: () => void }) {
  const { t } = useTranslation()
  const { name, users, connections, queues, devices, value, isPublic, companiesCount } = plan
  return (
    <li className="flex items-center gap-3 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{name}</span>
          <span className="tabular-nums">{formatMoney(value)}</span>
          {!isPublic && <Badge>{t('plans.hidden')}</Badge>}
          <span className="text-muted text-sm">{t('plans.companiesCount', { count: companiesCount })}</span>
        </p>
        <p className="text-muted text-sm tabular-nums">{t('plans.limits', { users, connections, queues, devices })}</p>
        <p className="mt-1 flex flex-wrap gap-1">
          {planFlags
            .filter((flag) => plan[flag])
            .map((flag) => (
              <Chip key={flag}>{t(`plans.flags.${flag}`)}</Chip>
            ))}
        </p>
      </div>
      <div className="flex shrink-0">
        <IconButton label={t('plans.editOf', { name })} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton label={t('plans.deleteOf', { name })} tone="danger" onClick={() => void removePlan(plan)}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}
