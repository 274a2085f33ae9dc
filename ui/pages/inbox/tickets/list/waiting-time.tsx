import { Clock, Moon } from 'lucide-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { customerWait } from '../store/clock'
import { useOpenMinutes, waitLimits } from '../store/waiting'

/**
 * Open time since the first message that no person answered; nothing while the customer does not wait. A wait outside
 * the opening hours has a moon, because the words would take the place of the tags.
 */
export function WaitingTime({ ticket }: { ticket: Ticket }) {
  if (ticket.waitingSince === null || ticket.status === 'closed') return null
  return <Waiting ticket={ticket} since={ticket.waitingSince} />
}

function Waiting({ ticket, since }: { ticket: Ticket; since: string }) {
  const { t } = useTranslation()
  const minutes = useOpenMinutes(ticket, since)
  const { warning, late } = useValue(waitLimits)
  const [key, values] = customerWait(minutes, since)
  const time = t(key, values)
  const isAfterHours = key === 'tickets.afterHours'
  const hint = minutes >= 1 ? t('tickets.waitingFor', { time }) : isAfterHours ? t('tickets.afterHoursHint') : undefined
  return (
    <span
      title={hint}
      className={classes(
        'flex shrink-0 items-center gap-1 tabular-nums',
        minutes >= late ? 'text-danger-ink' : minutes >= warning && 'text-warn',
      )}
    >
      {isAfterHours ? <Moon aria-hidden /> : <Clock aria-hidden />}
      {isAfterHours ? <span className="sr-only">{time}</span> : time}
    </span>
  )
}
