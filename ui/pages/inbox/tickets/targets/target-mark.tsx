import type { TFunction } from 'i18next'
import { TimerReset } from 'lucide-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { dueSoonMinutes } from '../../../../../src/shared/limits'
import { classes } from '../../../../lib/classes'
import { formatDateTime, formatTime, relativeDay } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { clock, waitingTime } from '../store/clock'

interface TargetMarkProps {
  ticket: Ticket
  /** Shows nothing until the target is due soon. */
  onlyUrgent?: boolean
  /** Shows the time without words in a narrow conversation; a minus sign marks a delay. */
  isShortWhenNarrow?: boolean
}

/** The queue's next target of a ticket: its due time, the minutes left, or the delay. */
export function TargetMark({ ticket: { target }, onlyUrgent = false, isShortWhenNarrow = false }: TargetMarkProps) {
  const { t } = useTranslation()
  const now = useValue(clock)
  if (!target) return null
  const minutes = Math.floor((Date.parse(target.dueAt) - now) / 60_000)
  const isSoon = minutes < dueSoonMinutes
  if (onlyUrgent && !isSoon) return null
  const { at, words, short } = textsOf(target.dueAt, minutes, t)
  return (
    <span
      title={t(`team.target.${target.kind}`, { at })}
      className={classes(
        'flex shrink-0 items-center gap-1 tabular-nums [&_svg]:size-3.5',
        minutes < 0 ? 'text-danger-ink' : isSoon ? 'text-warn' : 'text-muted',
      )}
    >
      <TimerReset aria-hidden />
      <span className="sr-only">{t(`team.target.${target.kind}`, { at })}. </span>
      <span className={isShortWhenNarrow ? 'hidden @3xl/conversation:inline' : undefined}>{words}</span>
      {isShortWhenNarrow && <span className="@3xl/conversation:hidden">{short}</span>}
    </span>
  )
}

/** Due time, and the time left, the delay or the due time with and without words. */
function textsOf(dueAt: string, minutes: number, t: TFunction) {
  const time = t(...waitingTime(Math.abs(minutes)))
  const isToday = relativeDay(dueAt) === 'today'
  const at = isToday ? formatTime(dueAt) : formatDateTime(dueAt)
  if (minutes < 0) return { at, words: t('team.late', { time }), short: `−${time}` }
  if (minutes < dueSoonMinutes) return { at, words: t('team.dueIn', { time }), short: time }
  return { at, words: t('team.dueAt', { at }), short: isToday ? at : at.slice(0, 5) }
}
