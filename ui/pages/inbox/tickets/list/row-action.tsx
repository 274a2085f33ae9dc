import { CircleCheck, EllipsisVertical, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Button } from '../../../../components/button'
import { IconButton } from '../../../../components/icon-button'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { closeTicket } from '../actions/leave-ticket'
import { mayWrite } from '../actions/message-actions'
import { acceptTicket } from '../actions/ticket-actions'
import { openRowMenu } from './row-menu'

interface RowActionProps {
  ticket: Ticket
  /** True for the one row that is a tab stop. */
  isStop: boolean
  /** True if the ticket left the list and stays only while the pointer is on it. */
  isGone: boolean
}

/** Action of a row: accept a pending ticket, close an open one, reopen a closed one. */
export function RowAction(props: RowActionProps) {
  const { t } = useTranslation()
  const { ticket, isGone } = props
  const me = useMe()
  const name = ticketContactName(ticket)
  if (ticket.status === 'pending')
    return isGone ? (
      <span className="absolute top-3 right-3 bg-surface text-muted text-sm">{t('tickets.taken')}</span>
    ) : (
      <PendingActions {...props} />
    )
  if (ticket.status === 'closed')
    return (
      <HoverActions ticket={ticket}>
        <QuickAction label={t('tickets.reopenOf', { name })} run={() => acceptTicket(ticket)}>
          <RotateCcw aria-hidden />
        </QuickAction>
      </HoverActions>
    )
  if (isGone) return null
  return (
    <HoverActions ticket={ticket}>
      {mayWrite(me, ticket) && (
        <QuickAction label={t('inbox.closeOf', { name })} run={() => closeTicket(ticket)}>
          <CircleCheck aria-hidden />
        </QuickAction>
      )}
    </HoverActions>
  )
}

function PendingActions({ ticket, isStop }: RowActionProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const name = ticketContactName(ticket)
  const accept = async () => {
    setBusy(true)
    await acceptTicket(ticket)
    setBusy(false)
  }
  return (
    <span className="absolute top-2 right-3 touch:top-1">
      <Button
        size="sm"
        variant="primary"
        data-main
        tabIndex={isStop ? 0 : -1}
        busy={isBusy}
        aria-label={t('tickets.acceptOf', { name })}
        onClick={accept}
      >
        {t('tickets.accept')}
      </Button>
    </span>
  )
}

/**
 * Buttons shown on hover and keyboard focus over the ends of the lower two lines, which fade out below them. Touch screens
 * have them in the menu of a long press.
 */
function HoverActions({ ticket, children }: { ticket: Ticket; children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <span className="pointer-events-none absolute top-7 right-0 bottom-0 flex items-end bg-inherit pr-2 pb-1.5 pl-8 opacity-0 mask-[linear-gradient(to_right,transparent,black_1.5rem)] focus-within:opacity-100 group-hover:opacity-100 touch:hidden! [&>*]:pointer-events-auto">
      {children}
      <IconButton
        size="sm"
        tabIndex={-1}
        data-beside
        aria-haspopup="menu"
        label={t('inbox.actionsOf', { name: ticketContactName(ticket) })}
        onClick={({ currentTarget }) => openRowMenu(ticket, currentTarget.closest<HTMLElement>('[data-ticket]')!)}
      >
        <EllipsisVertical aria-hidden />
      </IconButton>
    </span>
  )
}

function QuickAction({ label, run, children }: { label: string; run: () => Promise<void>; children: React.ReactNode }) {
  const [isBusy, setBusy] = useState(false)
  const onClick = async () => {
    setBusy(true)
    await run()
    setBusy(false)
  }
  return (
    <IconButton size="sm" tabIndex={-1} data-beside label={label} disabled={isBusy} onClick={onClick}>
      {children}
    </IconButton>
  )
}
