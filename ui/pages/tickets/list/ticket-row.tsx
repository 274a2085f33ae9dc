import { Clock, RotateCcw, Smartphone, UserRound, WifiOff } from 'lucide-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Ticket } from '../../../../src/features/tickets/model'
import { Avatar } from '../../../components/avatar'
import { Badge } from '../../../components/badge'
import { Button } from '../../../components/button'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { toTickets } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { brief } from '../../../lib/time'
import { useValue } from '../../../lib/use-value'
import { takeTicket } from '../thread/actions'
import { clock, waited } from './clock'
import { contactName } from './names'
import { Preview } from './preview'
import { useIsDown, useSeveralConnections } from './use-connection'

interface TicketRowProps {
  ticket: Ticket
  isSelected: boolean
  /** The row the Tab key stops at. */
  isStop: boolean
  /** It left the list, and stays only because the pointer is on it. */
  isGone: boolean
}

/** 76 px, always: the virtual list counts on it. */
export const rowHeight = 76

/** Who, what was said last and when, where it stands. Pending tickets are accepted, not opened (specification §4). */
export const TicketRow = memo(function TicketRow({ ticket, isSelected, isStop, isGone }: TicketRowProps) {
  const isPending = ticket.status === 'pending'
  const content = (
    <>
      <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} group={ticket.isGroup} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <FirstLine ticket={ticket} />
        <span className="flex h-5 min-w-0 items-center gap-2 text-muted text-sm">
          <span className="min-w-0 flex-1 truncate">
            <Preview ticket={ticket} isSelected={isSelected} />
          </span>
          <Unread count={ticket.unreadMessages} />
        </span>
        <Standing ticket={ticket} />
      </span>
    </>
  )
  const frame = 'flex h-full min-w-0 flex-1 items-center gap-3 pr-3 pl-3 text-left'
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a virtual list are not children of one ul.
    <div
      role="listitem"
      data-ticket={ticket.id}
      style={{ height: rowHeight }}
      className={classes(
        'group relative flex items-center border-line border-b',
        isSelected ? 'bg-selected' : 'bg-surface hover:bg-hover',
      )}
    >
      {isPending ? (
        <div className={frame}>{content}</div>
      ) : (
        <Link
          href={toTickets(ticket.uuid)}
          data-main
          aria-current={isSelected ? 'page' : undefined}
          tabIndex={isStop ? 0 : -1}
          className={classes(frame, 'focus-visible:-outline-offset-2')}
        >
          {content}
        </Link>
      )}
      <RowAction ticket={ticket} isStop={isStop} isGone={isGone} />
    </div>
  )
})

function FirstLine({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  useValue(clock)
  const when = brief(ticket.lastMessageAt)
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className={classes('min-w-0 flex-1 truncate', ticket.unreadMessages > 0 ? 'font-semibold' : 'font-medium')}>
        {contactName(ticket)}
      </span>
      <span
        className={classes(
          'shrink-0 text-xs tabular-nums',
          ticket.unreadMessages > 0 ? 'text-accent-ink' : 'text-faint',
        )}
      >
        {when === 'yesterday' ? t('common.yesterday') : when}
      </span>
    </span>
  )
}

function Unread({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <Badge tone="accent" label={t('tickets.unread', { count })}>
      {count > 99 ? '99+' : count}
    </Badge>
  )
}

/** Queue, how long they have waited or who has them, and the number; what has no room on the line goes whole. */
function Standing({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  const down = useIsDown(ticket)
  const several = useSeveralConnections()
  const name = ticket.whatsapp?.name ?? t('tickets.noConnection')
  return (
    <span className="flex h-4 min-w-0 items-center gap-2 text-faint text-xs [&_svg]:size-3 [&_svg]:shrink-0">
      {/* Wrapping hides the second line: the number is shown whole or not at all. */}
      <span className="flex h-4 min-w-0 flex-1 flex-wrap gap-x-2 overflow-hidden">
        <span className="flex h-4 min-w-0 max-w-full items-center gap-2">
          <QueueName ticket={ticket} />
          {ticket.user && ticket.user.id !== me.id && (
            <span className="flex min-w-0 items-center gap-1">
              <UserRound aria-hidden />
              <span className="truncate">{ticket.user.name}</span>
            </span>
          )}
        </span>
        {(several || down) && (
          <span className={classes('flex h-4 max-w-full items-center gap-1', down && '-order-1 text-danger-ink')}>
            {down ? <WifiOff aria-hidden /> : <Smartphone aria-hidden />}
            {down && <span className="sr-only">{t('tickets.connectionDown', { name })}</span>}
            <span aria-hidden={down} className="truncate">
              {name}
            </span>
          </span>
        )}
      </span>
      {ticket.status === 'pending' && <Waiting since={ticket.lastMessageAt} />}
    </span>
  )
}

function QueueName({ ticket: { queue } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  return (
    <span className="flex min-w-0 items-center gap-1">
      <span
        aria-hidden
        className="size-2 shrink-0 rounded-full border border-edge"
        style={queue ? { background: queue.color, borderColor: 'transparent' } : undefined}
      />
      <span className="truncate">{queue?.name ?? t('tickets.noQueue')}</span>
    </span>
  )
}

function Waiting({ since }: { since: string }) {
  const { t } = useTranslation()
  const { key, count, minutes } = waited(since, useValue(clock))
  const time = t(key, { count })
  return (
    <span
      title={t('tickets.waitingFor', { time })}
      className={classes(
        'flex shrink-0 items-center gap-1 tabular-nums',
        minutes >= 30 ? 'text-danger-ink' : minutes >= 10 && 'text-warn',
      )}
    >
      <Clock aria-hidden />
      {time}
    </span>
  )
}

function RowAction({ ticket, isStop, isGone }: Omit<TicketRowProps, 'isSelected'>) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const name = contactName(ticket)
  const take = async () => {
    setBusy(true)
    await takeTicket(ticket)
    setBusy(false)
  }
  if (ticket.status === 'pending' && isGone)
    return <span className="shrink-0 pr-3 text-muted text-sm">{t('tickets.taken')}</span>
  if (ticket.status === 'pending')
    return (
      <span className="shrink-0 pr-3">
        <Button
          size="sm"
          variant="primary"
          data-main
          tabIndex={isStop ? 0 : -1}
          busy={busy}
          aria-label={t('tickets.acceptOf', { name })}
          onClick={take}
        >
          {t('tickets.accept')}
        </Button>
      </span>
    )
  if (ticket.status === 'open') return null
  return (
    <span className="absolute right-2 bottom-1.5 hidden rounded-md bg-hover group-hover:block touch:hidden!">
      <IconButton size="sm" tabIndex={-1} label={t('tickets.reopenOf', { name })} disabled={busy} onClick={take}>
        <RotateCcw aria-hidden />
      </IconButton>
    </span>
  )
}
