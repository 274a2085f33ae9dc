import { TimerReset } from 'lucide-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { dueSoonMinutes } from '../../../../src/shared/limits'
import { classes } from '../../../lib/classes'
import { formatDateTime, formatTime, relativeDay } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { clock, waitingTime } from '../store/clock'

interface TargetMarkProps {
  ticket: Ticket
  /** Shows nothing until the target is due soon. */
  onlyUrgent?: boolean
  /** Classes of a mark that is not due soon, to hide it where there is no space. */
  calmClass?: string
}

/** The queue's next target of a ticket: its due time, the minutes left, or the delay. */
export function TargetMark({ ticket: { target }, onlyUrgent = false, calmClass }: TargetMarkProps) {
  const { t } = useTranslation()
  const now = useValue(clock)
  if (!target) return null
  const minutes = Math.floor((Date.parse(target.dueAt) - now) / 60_000)
  const isLate = minutes < 0
  const isCalm = minutes >= dueSoonMinutes
  if (onlyUrgent && isCalm) return null
  const time = t(...waitingTime(Math.abs(minutes)))
  const at = relativeDay(target.dueAt) === 'today' ? formatTime(target.dueAt) : formatDateTime(target.dueAt)
  return (
    <span
      title={t(`team.target.${target.kind}`, { at })}
      className={classes(
        'flex shrink-0 items-center gap-1 tabular-nums [&_svg]:size-3.5',
        isLate ? 'text-danger-ink' : isCalm ? 'text-muted' : 'text-warn',
        isCalm && calmClass,
      )}
    >
      <TimerReset aria-hidden />
      <span className="sr-only">{t(`team.target.${target.kind}`, { at })}. </span>
      {isLate ? t('team.late', { time }) : isCalm ? t('team.dueAt', { at }) : t('team.dueIn', { time })}
    </span>
  )
}
