import { memo } from 'react'
import { Link } from 'wouter'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Avatar } from '../../../../components/avatar'
import { useCan } from '../../../../lib/can'
import { classes } from '../../../../lib/classes'
import type { List } from '../../../../lib/list'
import { toTickets } from '../../../../lib/paths'
import { useMe } from '../../../../lib/session'
import { useReloadWhenStale } from '../../../../lib/use-reload-when-stale'
import { closeTicket } from '../actions/leave-ticket'
import { mayWrite } from '../actions/message-actions'
import { useLongPress } from '../bubble/use-long-press'
import { openSnooze } from '../store/closing'
import { lists } from '../store/tickets'
import { PendingRow } from './pending-row'
import { RowAction } from './row-action'
import { selectByClick } from './row-clicks'
import { openRowMenu } from './row-menu'
import { RowText } from './row-text'
import { SelectMark } from './select-mark'
import { SwipeHints } from './swipe-hints'
import { useRowSwipe } from './use-row-swipe'

interface TicketRowProps {
  list: List<Ticket>
  ticket: Ticket
  isSelected: boolean
  /** True for the one row that is a tab stop. */
  isStop: boolean
  /** True if the ticket left the list and stays only while the pointer is on it. */
  isGone: boolean
  /** Height in px, the same for all rows: the virtual list relies on it. */
  height: number
}

/** Row of a ticket. A pending ticket is accepted, not opened. */
export const TicketRow = memo(function TicketRow({ list, ticket, isSelected, isStop, isGone, height }: TicketRowProps) {
  useReloadWhenStale(list, ticket.id)
  const isPending = ticket.status === 'pending'
  const mayPeek = useCan('ticket:showAll') && isPending
  const press = useLongPress((row) => openRowMenu(ticket, row))
  const mayLeave = mayWrite(useMe(), ticket) && ticket.status === 'open' && !isGone
  const swipe = useRowSwipe((action) => {
    if (action === 'snooze') openSnooze(ticket)
    else void closeTicket(ticket)
  }, mayLeave)
  const content = (
    <>
      <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} group={ticket.isGroup} />
      <RowText ticket={ticket} isOpen={isSelected} showsOwner={list !== lists.mine} showsBot={list !== lists.robot} />
    </>
  )
  const frame = 'flex h-full min-w-0 flex-1 items-center gap-2.5 px-3 text-left'
  return (
    // biome-ignore lint/a11y/useSemanticElements: the rows of a virtual list are not children of one ul.
    <div
      role="listitem"
      data-ticket={ticket.id}
      data-status={ticket.status}
      style={{ height }}
      {...press}
      {...swipe}
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
        'group relative flex items-center touch:touch-pan-y touch:select-none touch:[-webkit-touch-callout:none]',
        'after:absolute after:right-0 after:bottom-0 after:left-14.5 after:h-px after:bg-line',
        isSelected
          ? 'bg-selected before:absolute before:inset-y-0 before:left-0 before:z-20 before:w-0.75 before:bg-accent'
          : 'bg-surface hover:bg-hover has-checked:bg-hover',
      )}
    >
      {mayLeave && <SwipeHints />}
      <SelectMark ticket={ticket} />
      {isPending ? (
        <PendingRow ticket={ticket} mayPeek={mayPeek} className={frame}>
          {content}
        </PendingRow>
      ) : (
        <Link
          href={toTickets(ticket.uuid)}
          data-main
          aria-current={isSelected ? 'page' : undefined}
          tabIndex={isStop ? 0 : -1}
          className={classes(frame, 'bg-inherit focus-visible:-outline-offset-2')}
        >
          {content}
        </Link>
      )}
      <RowAction ticket={ticket} isStop={isStop} isGone={isGone} />
    </div>
  )
})
