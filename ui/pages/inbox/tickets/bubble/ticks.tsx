import { Check, CheckCheck, CircleAlert, Clock, CloudOff } from 'lucide-react'
import { ack } from '../../../../../src/shared/enums'
import { useTranslation } from '../../../../lib/use-translation'

const stages = {
  error: { Icon: CircleAlert, label: 'tickets.ackError', className: 'text-danger-ink' },
  pending: { Icon: Clock, label: 'tickets.ackPending', className: '' },
  sent: { Icon: Check, label: 'tickets.ackSent', className: '' },
  delivered: { Icon: CheckCheck, label: 'tickets.ackDelivered', className: '' },
  read: { Icon: CheckCheck, label: 'tickets.ackRead', className: 'text-tick' },
} as const

/**
 * Delivery state: clock, one tick, two ticks, two blue ticks, or the error mark. Values 4 and 5 (played) count as read.
 */
export function Ticks({ value }: { value: number }) {
  const { t } = useTranslation()
  const { Icon, label, className } = stages[stageOf(value)]
  return (
    <span role="img" aria-label={t(label)} title={t(label)} className={className}>
      <Icon aria-hidden className="size-3.5" />
    </span>
  )
}

/** In place of the ticks while a message waits for the connection. */
export function WaitingTick() {
  const { t } = useTranslation()
  return (
    <span role="img" aria-label={t('unsent.waiting')} title={t('unsent.waiting')} className="text-warn">
      <CloudOff aria-hidden className="size-3.5" />
    </span>
  )
}

function stageOf(value: number): keyof typeof stages {
  if (value < ack.pending) return 'error'
  if (value >= ack.read) return 'read'
  return value === ack.delivered ? 'delivered' : value === ack.sent ? 'sent' : 'pending'
}
