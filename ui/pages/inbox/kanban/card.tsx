import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { computed } from '@preact/signals-react'
import { memo, useEffect, useMemo, useRef } from 'react'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { changesTicket } from '../../../../src/shared/permissions'
import { QueueLabel } from '../../../components/queue-label'
import { ticketContactNumber } from '../../../contact/ticket-contact-name'
import { classes } from '../../../lib/classes'
import { toTickets } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { toAgent } from '../tickets/actions/message-actions'
import { AgentName, LastMessageLine, NameAndTime } from '../tickets/list/ticket-parts'
import { actOnCard } from './card-keys'
import { draggedCard, endDrag } from './dragging'
import { MoveButton } from './move-menu'

/** Fixed height in px including the gap below; the virtual lanes rely on it. */
export const cardHeight = 116
const gap = 8

interface CardProps {
  ticket: Ticket
  isOpen: boolean
  /** True for the one card of the lane that is a tab stop. */
  isTabStop: boolean
  onOpen: (uuid: string) => void
}

export const Card = memo(function Card({ ticket, isOpen, isTabStop, onOpen }: CardProps) {
  const { t } = useTranslation()
  const mayMove = changesTicket(toAgent(useMe()), ticket)
  const frame = useRef<HTMLDivElement>(null)
  const isDragged = useValue(useMemo(() => computed(() => draggedCard.value === ticket.id), [ticket.id]))
  useDraggable(frame, ticket.id, mayMove)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the cards of a virtual lane are not children of one ul.
    <div role="listitem" style={{ height: cardHeight, paddingBottom: gap }} className="px-2">
      <div
        ref={frame}
        className={classes(
          // A long touch drags the card; it must not select text.
          'relative h-full select-none rounded-md border bg-surface transition-colors [-webkit-touch-callout:none]',
          isOpen ? 'border-accent' : 'border-line hover:border-edge',
          isDragged && 'opacity-40',
        )}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: some browsers cannot drag a button. */}
        <div
          role="button"
          data-card={ticket.id}
          data-moves={mayMove || undefined}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={isOpen || undefined}
          aria-keyshortcuts={mayMove ? 'Shift+ArrowRight Shift+ArrowLeft' : undefined}
          onClick={() => onOpen(ticket.uuid)}
          onAuxClick={({ button }) => button === 1 && window.open(toTickets(ticket.uuid), '_blank', 'noopener')}
          onKeyDown={(event) => actOnCard(event, ticket, mayMove, onOpen)}
          className="flex h-full flex-col gap-0.5 rounded-md px-3 py-2 focus-visible:-outline-offset-2"
        >
          <NameAndTime ticket={ticket} timeClass="text-faint" />
          <span className="truncate text-faint text-xs tabular-nums">
            {ticket.isGroup ? t('tickets.group') : ticketContactNumber(ticket, t('tickets.numberHidden'))}
          </span>
          <LastMessageLine ticket={ticket} isOpen={isOpen} />
          <CardState ticket={ticket} />
        </div>
        {mayMove && <MoveButton ticket={ticket} isTabStop={isTabStop} />}
      </div>
    </div>
  )
})

/** Queue and agent of the ticket, or that it is pending. */
function CardState({ ticket: { queue, user } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  return (
    <span className="mt-auto flex h-4 min-w-0 items-center gap-2 pr-7 text-faint text-xs [&_svg]:size-3 [&_svg]:shrink-0">
      <QueueLabel queue={queue} className="h-4 gap-1" />
      <span className={user ? 'min-w-0' : 'shrink-0'}>
        <AgentName name={user?.name ?? t('kanban.waiting')} />
      </span>
    </span>
  )
}

/** Makes a card draggable by mouse; touch is handled in touch-drag.ts. */
function useDraggable(frame: React.RefObject<HTMLDivElement | null>, ticketId: number, mayMove: boolean) {
  useEffect(() => {
    if (!frame.current || !mayMove) return
    return draggable({
      element: frame.current,
      getInitialData: () => ({ kind: 'card', ticketId }),
      onDragStart: () => {
        draggedCard.value = ticketId
      },
      onDrop: () => endDrag(ticketId), // a drop on a lane is handled by the lane
    })
  }, [frame, ticketId, mayMove])
}
