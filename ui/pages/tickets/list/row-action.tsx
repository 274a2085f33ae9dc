import { CircleCheck, EllipsisVertical, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { Button } from '../../../components/button'
import { IconButton } from '../../../components/icon-button'
import { ticketContactName } from '../../../contact/ticket-contact-name'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { mayWrite } from '../actions/message-actions'
import { acceptTicket, closeTicket } from '../actions/ticket-actions'
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
      <span className="shrink-0 pr-3 text-muted text-sm">{t('tickets.taken')}</span>
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
    <span className="shrink-0 pr-3">
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

/** Buttons shown on hover and keyboard focus; touch screens have them in the menu of a long press. */
function HoverActions({ ticket, children }: { ticket: Ticket; children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <span className="absolute right-2 bottom-1.5 flex rounded-md bg-hover opacity-0 focus-within:opacity-100 group-hover:opacity-100 touch:hidden!">
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
