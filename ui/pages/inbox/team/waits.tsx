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
import { WaitingTime } from '../tickets/list/waiting-time'
import { useOpenMinutesAt } from '../tickets/store/waiting'
import { TargetMark } from '../tickets/targets/target-mark'

interface ListProps {
  tickets: Ticket[]
  onTransfer: (ticket: Ticket) => void
}
interface TicketsProps extends ListProps {
  id: string
  title: string
}

/** Tickets late or due soon; nothing without one. */
export function Due(props: ListProps) {
  const { t } = useTranslation()
  return props.tickets.length === 0 ? null : <Tickets id="team-due" title={t('team.due')} {...props} />
}

/** Waiting customers, the longest shown wait first: open time of different hours is not in the order of the moments. */
export function Waits({ tickets, onTransfer }: ListProps) {
  const { t } = useTranslation()
  const minutesAt = useOpenMinutesAt()
  const minutes = (ticket: Ticket) => (ticket.waitingSince ? minutesAt(ticket, ticket.waitingSince) : 0)
  const sorted = tickets.toSorted((a, b) => minutes(b) - minutes(a))
  return <Tickets id="team-waits" title={t('team.waits')} tickets={sorted} onTransfer={onTransfer} />
}

/** Tickets that can be opened and transferred. */
function Tickets({ id, title, tickets, onTransfer }: TicketsProps) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <h2 id={id} className="border-line border-b px-4 py-3 font-semibold">
        {title}
      </h2>
      {tickets.length === 0 ? (
        <EmptyState icon={<Coffee />} title={t('team.nobodyWaits')} text={t('team.nobodyWaitsText')} />
      ) : (
        <ul className="divide-y divide-line">
          {tickets.map((ticket) => (
            <Row key={ticket.id} ticket={ticket} onTransfer={() => onTransfer(ticket)} />
          ))}
        </ul>
      )}
    </section>
  )
}

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
        <span className="min-w-0 flex-1 [&_svg]:size-3.5">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <span className="text-sm">
              <WaitingTime ticket={ticket} />
            </span>
          </span>
          <span className="flex flex-wrap justify-end gap-x-2 text-muted text-xs">
            <span className="flex min-w-0 grow items-center gap-2">
              <QueueLabel queue={ticket.queue} className="h-4 gap-1" />
              <span className="truncate">{ticket.user?.name ?? t('team.nobody')}</span>
            </span>
            <TargetMark ticket={ticket} />
          </span>
        </span>
      </Link>
      <IconButton label={t('team.transferOf', { name })} onClick={onTransfer}>
        <ArrowLeftRight aria-hidden />
      </IconButton>
    </li>
  )
}
