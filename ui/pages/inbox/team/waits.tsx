import { ArrowLeftRight, Coffee } from 'lucide-react'
import { Link } from 'wouter'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { Avatar } from '../../../components/avatar'
import { EmptyState } from '../../../components/empty-state'
import { IconButton } from '../../../components/icon-button'
import { QueueLabel } from '../../../components/queue-label'
import { ticketContactName } from '../../../contact/ticket-contact-name'
import { toTickets } from '../../../lib/paths'
import { useTranslation } from '../../../lib/use-translation'
import { Preview } from '../tickets/list/preview'
import { WaitingTime } from '../tickets/list/waiting-time'
import { useOpenMinutesAt } from '../tickets/store/waiting'
import { DueBadge } from '../tickets/targets/due-badge'

interface WaitsProps {
  /** Tickets past a due time or near it. */
  due: Ticket[]
  /** Waiting customers. */
  tickets: Ticket[]
  onTransfer: (ticket: Ticket) => void
}

/**
 * Tickets that need attention, each once: those with a due time, the nearest first, then the waiting customers, the
 * longest shown wait first. Open time of different hours is not in the order of the moments.
 */
export function Waits({ due, tickets, onTransfer }: WaitsProps) {
  const { t } = useTranslation()
  const minutesAt = useOpenMinutesAt()
  const minutes = (ticket: Ticket) => (ticket.waitingSince ? minutesAt(ticket, ticket.waitingSince) : 0)
  const shown = [...new Map([...due, ...tickets].map((ticket) => [ticket.id, ticket])).values()].toSorted(
    (a, b) => dueTime(a) - dueTime(b) || minutes(b) - minutes(a),
  )
  return (
    <section aria-labelledby="team-waits" className="rounded-lg border border-line bg-surface">
      <div className="flex min-h-11 flex-wrap items-baseline gap-x-2 border-line border-b px-4 py-3">
        <h2 id="team-waits" className="font-semibold">
          {t('team.waits')}
        </h2>
        <span className="text-faint text-xs">{t('team.nearestFirst')}</span>
      </div>
      {shown.length === 0 ? (
        <EmptyState icon={<Coffee />} title={t('team.nobodyWaits')} text={t('team.nobodyWaitsText')} />
      ) : (
        <ul className="divide-y divide-line">
          {shown.map((ticket) => (
            <Row key={ticket.id} ticket={ticket} onTransfer={() => onTransfer(ticket)} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Later than every due time, for tickets without one; a difference of two is 0. */
const never = Number.MAX_SAFE_INTEGER
const dueTime = ({ target }: Ticket) => (target ? Date.parse(target.dueAt) : never)

/** Name, queue and last message; holder and wait; due time. A phone has no message, and the rest in further lines. */
function Row({ ticket, onTransfer }: { ticket: Ticket; onTransfer: () => void }) {
  const { t } = useTranslation()
  const name = ticketContactName(ticket)
  return (
    <li className="flex min-h-14 items-center gap-1 pr-2">
      <Link
        href={toTickets(ticket.uuid)}
        className="flex min-w-0 flex-1 items-center gap-3 py-2 pl-4 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <Avatar name={name} src={ticket.contact.profilePicUrl} group={ticket.isGroup} />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 text-muted text-xs sm:grid-cols-[fit-content(55%)_minmax(0,1fr)_7rem_9rem] [&_svg]:size-3.5">
          <span className="truncate font-medium text-base text-ink">{name}</span>
          <span className="sm:col-start-3 sm:row-start-2">
            <WaitingTime ticket={ticket} />
          </span>
          <span className="col-span-2 flex flex-wrap items-center gap-x-2 sm:contents">
            <QueueLabel queue={ticket.queue} className="h-4 gap-1 sm:col-start-2 sm:row-start-1" />
            <span className="min-w-0 truncate sm:col-start-3 sm:row-start-1 sm:text-ink sm:text-sm">
              {ticket.user?.name ?? t('team.nobody')}
            </span>
            <span className="flex max-sm:ml-auto sm:col-start-4 sm:row-span-2 sm:row-start-1 sm:justify-end">
              {ticket.target && <DueBadge ticket={ticket} />}
            </span>
          </span>
          <span className="col-span-2 col-start-1 row-start-2 min-w-0 truncate text-sm max-sm:hidden">
            <Preview ticket={ticket} isSelected={false} />
          </span>
        </span>
      </Link>
      <IconButton label={t('team.transferOf', { name })} onClick={onTransfer}>
        <ArrowLeftRight aria-hidden />
      </IconButton>
    </li>
  )
}
