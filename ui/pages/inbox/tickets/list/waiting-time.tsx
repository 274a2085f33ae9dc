import { Clock, Moon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { customerWait } from '../store/clock'
import { useOpenMinutes, waitLimits } from '../store/waiting'

interface WaitingTimeProps {
  ticket: Ticket
  /** Shown beside the moon of a wait outside the opening hours. */
  clockTime?: ReactNode
}

/**
 * Open time since the first message that no person answered; nothing while the customer does not wait. A wait outside
 * the opening hours has a moon, because the words would take the place of the queue.
 */
export function WaitingTime({ ticket, clockTime }: WaitingTimeProps) {
  if (ticket.waitingSince === null || ticket.status === 'closed') return null
  return <Waiting ticket={ticket} since={ticket.waitingSince} clockTime={clockTime} />
}

function Waiting({ ticket, since, clockTime }: WaitingTimeProps & { since: string }) {
  const { t } = useTranslation()
  const minutes = useOpenMinutes(ticket, since)
  const { warning, late } = useValue(waitLimits)
  const [key, values] = customerWait(minutes, since)
  const time = t(key, values)
  const isAfterHours = key === 'tickets.afterHours'
  const tone = minutes >= late ? 'late' : minutes >= warning ? 'soon' : null
  const hint = minutes >= 1 ? t('tickets.waitingFor', { time }) : isAfterHours ? t('tickets.afterHoursHint') : undefined
  return (
    <span
      title={hint}
      className={classes(
        'flex shrink-0 items-center gap-1 tabular-nums',
        tone && 'font-medium',
        tone === 'late' ? 'text-danger-ink' : tone && 'text-warn',
      )}
    >
      {isAfterHours ? <Moon aria-hidden /> : <Clock aria-hidden />}
      {isAfterHours ? (
        <>
          <span className="sr-only">{time}</span>
          {clockTime}
        </>
      ) : (
        time
      )}
    </span>
  )
}
