import { signal } from '@preact/signals-react'
import { Smartphone, WifiOff } from 'lucide-react'
import { memo, useMemo } from 'react'
import { Link } from 'wouter'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Avatar } from '../../../../components/avatar'
import { TagChips } from '../../../../components/tag-chips'
import { useCan } from '../../../../lib/can'
import { classes } from '../../../../lib/classes'
import type { List } from '../../../../lib/list'
import { toFoundMessage, toTickets } from '../../../../lib/paths'
import { useMe } from '../../../../lib/session'
import { useReloadWhenStale } from '../../../../lib/use-reload-when-stale'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useLongPress } from '../bubble/use-long-press'
import { matchIn } from '../store/search-matches'
import { lists } from '../store/tickets'
import { useHasSeveralConnections, useIsConnectionDown } from '../store/use-connection'
import { TargetMark } from '../targets/target-mark'
import { PeekMark, PendingRow } from './pending-row'
import { PinMark } from './pin-mark'
import { RowAction } from './row-action'
import { selectByClick } from './row-clicks'
import { openRowMenu } from './row-menu'
import { SelectMark } from './select-mark'
import { AgentName, BotMark, LastMessageLine, LoopMark, NameAndTime, QueueName, SnoozeMark } from './ticket-parts'
import { WaitingTime } from './waiting-time'

interface TicketRowProps {
  list: List<Ticket>
  ticket: Ticket
  isSelected: boolean
  /** True for the one row that is a tab stop. */
  isStop: boolean
  /** True if the ticket left the list and stays only while the pointer is on it. */
  isGone: boolean
}

/** Fixed height in px; the virtual list relies on it. */
export const rowHeight = 76

/** Row of a ticket. A pending ticket is accepted, not opened. */
export const TicketRow = memo(function TicketRow({ list, ticket, isSelected, isStop, isGone }: TicketRowProps) {
  useReloadWhenStale(list, ticket.id)
  const isPending = ticket.status === 'pending'
  const mayPeek = useCan('ticket:showAll') && isPending
  const match = useMatch(list, ticket.id)
  const press = useLongPress((row) => openRowMenu(ticket, row))
  const content = (
    <>
      <span className="relative shrink-0">
        <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} group={ticket.isGroup} />
        {mayPeek && <PeekMark />}
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={classes('flex min-w-0 flex-col gap-0.5', isPending && 'pr-22')}>
          <NameAndTime ticket={ticket} timeClass={ticket.unreadMessages > 0 ? 'text-accent-ink' : 'text-faint'} />
          <LastMessageLine ticket={ticket} isOpen={isSelected} match={match}>
            <PinMark ticketId={ticket.id} />
          </LastMessageLine>
        </span>
        <TicketStatusLine ticket={ticket} />
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
      {...press}
      onClickCapture={(event) => {
        press.onClickCapture(event)
        if (!event.isPropagationStopped()) selectByClick(event, ticket.id)
      }}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onContextMenu={(event) => {
        event.preventDefault()
        openRowMenu(ticket, event.currentTarget)
      }}
      className={classes(
        'group relative flex items-center border-line border-b touch:select-none touch:[-webkit-touch-callout:none]',
        isSelected ? 'bg-selected' : 'bg-surface hover:bg-hover has-checked:bg-hover',
      )}
    >
      <SelectMark ticket={ticket} />
      {isPending ? (
        <PendingRow ticket={ticket} mayPeek={mayPeek} className={frame}>
          {content}
        </PendingRow>
      ) : (
        <Link
          href={match ? toFoundMessage(ticket.uuid, match.messageId, match.snippet) : toTickets(ticket.uuid)}
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

const noMatch = signal(undefined)

/** Message that the search found in a ticket; only in the list of the search. */
function useMatch(list: List<Ticket>, ticketId: number) {
  const isSearch = list === lists.search
  return useValue(useMemo(() => (isSearch ? matchIn(ticketId) : noMatch), [isSearch, ticketId]))
}

/** Queue, agent or waiting time, and connection; parts that do not fit are hidden as a whole. */
function TicketStatusLine({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  const isDown = useIsConnectionDown(ticket)
  const showsConnection = useHasSeveralConnections()
  const name = ticket.whatsapp?.name ?? t('tickets.noConnection')
  return (
    <span className="flex h-4 min-w-0 items-center gap-2 text-faint text-xs [&_svg]:size-3 [&_svg]:shrink-0">
      {/* The second line is hidden by wrapping, so that each part is shown whole or not at all. */}
      <span className="flex h-4 min-w-0 flex-1 flex-wrap gap-x-2 overflow-hidden">
        {ticket.chatbot && <BotMark />}
        {ticket.botLoop && <LoopMark />}
        {ticket.snoozedUntil && <SnoozeMark until={ticket.snoozedUntil} />}
        <QueueName queue={ticket.queue} />
        {ticket.user && ticket.user.id !== me.id && <AgentName name={ticket.user.name} />}
        <TagChips tags={ticket.tags} size="sm" inLine />
        {(showsConnection || isDown) && (
          <span className={classes('flex h-4 max-w-full items-center gap-1', isDown && '-order-1 text-danger-ink')}>
            {isDown ? <WifiOff aria-hidden /> : <Smartphone aria-hidden />}
            {isDown && <span className="sr-only">{t('tickets.connectionDown', { name })}</span>}
            <span aria-hidden={isDown} className="truncate">
              {name}
            </span>
          </span>
        )}
      </span>
      <TargetMark ticket={ticket} onlyUrgent />
      <WaitingTime ticket={ticket} />
    </span>
  )
}
