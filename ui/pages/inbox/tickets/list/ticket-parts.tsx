import { AlarmClock, Bot, BotOff, UserRound } from 'lucide-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Badge } from '../../../../components/badge'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { classes } from '../../../../lib/classes'
import { formatDateTime, shortTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { clock } from '../store/clock'
import { Preview } from './preview'

/** Name of the contact and time of the last message. */
export function NameAndTime({ ticket, timeClass }: { ticket: Ticket; timeClass: string }) {
  const { t } = useTranslation()
  useValue(clock)
  const when = shortTime(ticket.lastMessageAt)
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className={classes('min-w-0 flex-1 truncate', ticket.unreadMessages > 0 ? 'font-semibold' : 'font-medium')}>
        {ticketContactName(ticket)}
      </span>
      <span className={classes('shrink-0 text-xs tabular-nums', timeClass)}>
        {when === 'yesterday' ? t('common.yesterday') : when}
      </span>
    </span>
  )
}

/** Last message and unread count. */
export const LastMessageLine = ({ ticket, isOpen }: { ticket: Ticket; isOpen: boolean }) => (
  <span className="flex h-5 min-w-0 items-center gap-2 text-muted text-sm">
    <span className="min-w-0 flex-1 truncate">
      <Preview ticket={ticket} isSelected={isOpen} />
    </span>
    <Unread count={ticket.unreadMessages} />
  </span>
)

export function Unread({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Badge tone="accent" label={t('tickets.unread', { count })}>
      {count > 99 ? '99+' : count}
    </Badge>
  )
}

/** Mark that the robot still asks the customer. */
export function BotMark() {
  const { t } = useTranslation()
  return (
    <span role="img" aria-label={t('tickets.botActive')} title={t('tickets.botActive')} className="flex shrink-0">
      <Bot aria-hidden />
    </span>
  )
}

/** Mark that the robot left the ticket, because the customer seems to be a robot too. */
export function LoopMark() {
  const { t } = useTranslation()
  return (
    <span role="img" aria-label={t('tickets.botLoop')} title={t('tickets.botLoop')} className="flex shrink-0 text-warn">
      <BotOff aria-hidden />
    </span>
  )
}

/** Mark of a snoozed ticket, with the time at which it returns. */
export function SnoozeMark({ until }: { until: string }) {
  const { t } = useTranslation()
  const at = formatDateTime(until)
  return (
    <span title={t('inbox.snoozedUntil', { at })} className="flex h-4 items-center gap-1 text-info tabular-nums">
      <AlarmClock aria-hidden />
      <span className="sr-only">{t('inbox.snoozedUntil', { at })}</span>
      <span aria-hidden>{at.slice(0, 5) + at.slice(10)}</span>
    </span>
  )
}

export const AgentName = ({ name }: { name: string }) => (
  <span className="flex h-4 min-w-0 max-w-full items-center gap-1">
    <UserRound aria-hidden />
    <span className="truncate">{name}</span>
  </span>
)
