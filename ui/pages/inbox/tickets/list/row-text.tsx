import { Smartphone } from 'lucide-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { ColorDot } from '../../../../components/color-dot'
import { TagChips } from '../../../../components/tag-chips'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { density } from '../store/density'
import { useHasSeveralConnections } from '../store/use-connection'
import { Preview } from './preview'
import { RowMarks } from './row-marks'
import { RowTime } from './row-time'

interface RowTextProps {
  ticket: Ticket
  isOpen: boolean
  showsOwner: boolean
  showsBot: boolean
}

/** Width that the actions of a row take on hover and keyboard focus, so that they cover nothing. */
const actionWidths = {
  open: 'group-hover:pr-23 group-has-[:focus-visible]:pr-23',
  pending: 'group-hover:pr-21 group-has-[:focus-visible]:pr-21',
  closed: 'group-hover:pr-15 group-has-[:focus-visible]:pr-15',
}

/** Touch screens show the button of a waiting ticket always, and no actions of others. */
const roomOfActions = ({ status }: Ticket) =>
  classes(actionWidths[status], status === 'pending' ? 'touch:pr-21' : 'touch:pr-0')

/** Name, queue and time; below them the last message and the marks, which give way to the actions. */
export function RowText({ ticket, isOpen, showsOwner, showsBot }: RowTextProps) {
  const isUnread = ticket.unreadMessages > 0
  const isComfortable = useValue(density) === 'comfortable'
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-px">
      <span className="flex min-w-0 items-center gap-1.5">
        <span className={classes('min-w-15 shrink truncate', isUnread ? 'font-semibold' : 'font-medium')}>
          {ticketContactName(ticket)}
        </span>
        <RowQueue ticket={ticket} />
        <RowTime ticket={ticket} />
      </span>
      <span
        className={classes(
          'flex h-5 min-w-0 items-center gap-1.5 text-sm',
          isUnread ? 'text-ink' : 'text-muted',
          roomOfActions(ticket),
        )}
      >
        <span className="min-w-0 flex-1 truncate">
          <Preview ticket={ticket} isSelected={isOpen} />
        </span>
        <span className="flex min-w-0 shrink-0 items-center gap-1.5 group-has-[:focus-visible]:sr-only group-hover:sr-only [&_svg]:size-3.5">
          <RowMarks ticket={ticket} showsOwner={showsOwner} showsBot={showsBot} showsTags={!isComfortable} />
        </span>
      </span>
      {isComfortable && <NamesLine ticket={ticket} />}
    </span>
  )
}

/** Queue as dot and word, which is cut first when the line is narrow; with the connection in the tooltip. */
export function RowQueue({ ticket: { queue, whatsapp } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const name = queue?.name ?? t('tickets.noQueue')
  return (
    <span
      title={[name, whatsapp?.name].filter(Boolean).join(' · ')}
      className="flex min-w-3.5 flex-1 items-center gap-1 text-faint text-xs"
    >
      <ColorDot color={queue?.color} />
      <span className="truncate">{name}</span>
    </span>
  )
}

/** Third line of a comfortable row: the names of its tags and, with several, of its connection. */
function NamesLine({ ticket }: { ticket: Ticket }) {
  const showsConnection = useHasSeveralConnections()
  return (
    <span
      className={classes(
        'flex h-4 min-w-0 items-center gap-2 overflow-hidden text-faint text-xs [&_svg]:size-3 [&_svg]:shrink-0',
        roomOfActions(ticket),
      )}
    >
      <TagChips tags={ticket.tags} size="sm" oneLine className="h-4! max-w-3/4 shrink-0" />
      {showsConnection && ticket.whatsapp && (
        <span className="flex min-w-0 flex-1 items-center gap-1">
          <Smartphone aria-hidden />
          <span className="truncate">{ticket.whatsapp.name}</span>
        </span>
      )}
    </span>
  )
}
