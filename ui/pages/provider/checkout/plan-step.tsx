import { CreditCard, type LucideIcon, QrCode, Smartphone, UserRound, Workflow } from 'lucide-react'
import type { Invoice } from '../../../../src/features/provider/invoices/model'
import type { Subscription } from '../../../../src/features/provider/payments/model'
import { classes } from '../../../lib/classes'
import { formatMoney } from '../../../lib/money'
import { dueDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { ExtraNote } from '../invoices/extra-note'

interface PlanStepProps {
  invoice: Invoice
  subscription: Subscription
  byCard: boolean
  onMethod: (byCard: boolean) => void
}

/** Step two: plan and payment method. */
export function PlanStep({ invoice, subscription, byCard, onMethod }: PlanStepProps) {
  const { t } = useTranslation()
  const { plan, company } = subscription
  const parts = [
    [UserRound, t('auth.planUsers', { count: plan.users })],
    [Smartphone, t('auth.planConnections', { count: plan.connections })],
    [Workflow, t('auth.planQueues', { count: plan.queues })],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <section className="rounded-lg border border-line p-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="font-semibold text-lg">{invoice.detail}</h3>
          <p className="font-semibold text-lg tabular-nums">{formatMoney(invoice.value)}</p>
        </div>
        <p className="text-muted text-sm">
          {t(`checkout.recurrence.${company.recurrence as 'MENSAL'}`)} ·{' '}
          {t('checkout.dueOn', { date: dueDay(invoice.dueDate) })}
        </p>
        <ExtraNote extra={invoice.extra} />
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
          {parts.map(([Icon, text]) => (
            <li key={text} className="flex items-center gap-1.5 [&_svg]:size-4">
              <Icon aria-hidden />
              {text}
            </li>
          ))}
        </ul>
      </section>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 font-medium text-sm">{t('checkout.method')}</legend>
        <Method
          icon={QrCode}
          name={t('checkout.pix')}
          text={t('checkout.pixText')}
          chosen={!byCard}
          onChoose={() => onMethod(false)}
        />
        {subscription.card && (
          <Method
            icon={CreditCard}
            name={t('checkout.card')}
            text={t('checkout.cardText')}
            chosen={byCard}
            onChoose={() => onMethod(true)}
          />
        )}
      </fieldset>
    </div>
  )
}

interface MethodProps {
  icon: LucideIcon
  name: string
  text: string
  chosen: boolean
  onChoose: () => void
}

function Method({ icon: Icon, name, text, chosen, onChoose }: MethodProps) {
  return (
    <label
      className={classes(
        'flex cursor-pointer items-center gap-3 rounded-lg border p-4',
        chosen ? 'border-accent' : 'border-line hover:bg-hover',
      )}
    >
      <input type="radio" name="method" checked={chosen} onChange={onChoose} className="size-4 accent-accent" />
      <Icon aria-hidden className="size-6 shrink-0 text-accent-ink" />
      <span>
        <span className="block font-medium">{name}</span>
        <span className="block text-muted text-sm">{text}</span>
      </span>
    </label>
  )
}
