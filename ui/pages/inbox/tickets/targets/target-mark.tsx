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
  /** Shows the time with few words. */
  isShort?: boolean
  /** In a row of the list: "by" and the time, or the delay in the words of the header. */
  isInRow?: boolean
}

/** The queue's next target of a ticket in words: what is due by which time, or the delay. */
export function TargetMark({ ticket: { target }, isShort = false, isInRow = false }: TargetMarkProps) {
  const { t } = useTranslation()
  const now = useValue(clock)
  if (!target) return null
  const minutes = Math.floor((Date.parse(target.dueAt) - now) / 60_000)
  const isSoon = minutes < dueSoonMinutes
  const { at, words, short } = textsOf(target, minutes, t)
  return (
    <span
      title={t(`team.target.${target.kind}`, { at })}
      className={classes(
        'flex shrink-0 items-center gap-1 tabular-nums [&_svg]:size-3.5',
        minutes < 0 ? 'text-danger-ink' : isSoon ? 'text-warn' : 'text-muted',
      )}
    >
      {!isShort && !isInRow && <TimerReset aria-hidden />}
      <span className="sr-only">{t(`team.target.${target.kind}`, { at })}. </span>
      <span>{isShort || (isInRow && minutes >= 0) ? short : words}</span>
    </span>
  )
}

/** Due time, and what is due by it, or the delay; with and without words. */
function textsOf({ kind, dueAt }: NonNullable<Ticket['target']>, minutes: number, t: TFunction) {
  const time = t(...waitingTime(Math.abs(minutes)))
  const isToday = relativeDay(dueAt) === 'today'
  const at = isToday ? formatTime(dueAt) : formatDateTime(dueAt)
  if (minutes < 0) return { at, words: t('team.late', { time }), short: t('team.lateShort', { time }) }
  // The year would take the place of the queue in the header.
  const by = isToday ? at : at.slice(0, 5) + at.slice(10)
  return {
    at,
    words: t(`team.dueBy.${kind}`, { at: by }),
    short: t('team.dueAt', { at: isToday ? at : at.slice(0, 5) }),
  }
}
