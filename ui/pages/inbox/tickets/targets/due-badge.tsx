import { Clock } from 'lucide-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { dueSoonMinutes } from '../../../../../src/shared/limits'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { clock, waitingTime } from '../store/clock'
import { useOpenMinutesAt } from '../store/waiting'
import { TargetMark } from './target-mark'

const grounds = { late: 'bg-danger-soft', soon: 'bg-warn-soft', later: 'bg-hover' }

/** Due time of a ticket in words, on the colour of its urgency; without a target the wait of a pending ticket. */
export function DueBadge({ ticket }: { ticket: Ticket }) {
  const now = useValue(clock)
  if (!ticket.target) return ticket.status === 'pending' ? <Wait ticket={ticket} /> : null
  const minutes = Math.floor((Date.parse(ticket.target.dueAt) - now) / 60_000)
  const urgency = minutes < 0 ? 'late' : minutes < dueSoonMinutes ? 'soon' : 'later'
  return (
    <span className={classes(badge, grounds[urgency])}>
      <TargetMark ticket={ticket} />
    </span>
  )
}

const badge = 'flex h-6 items-center whitespace-nowrap rounded-md px-2 font-medium text-xs'

function Wait({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const minutesAt = useOpenMinutesAt()
  const minutes = ticket.waitingSince === null || ticket.chatbot ? 0 : minutesAt(ticket, ticket.waitingSince)
  if (minutes < 1) return null
  return (
    <span className={classes(badge, grounds.later, 'gap-1 text-muted tabular-nums [&_svg]:size-3.5')}>
      <Clock aria-hidden />
      {t('tickets.waitsFor', { time: t(...waitingTime(minutes)) })}
    </span>
  )
}
