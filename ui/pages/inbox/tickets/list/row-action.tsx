import { AlarmClock, CircleCheck, EllipsisVertical, RotateCcw } from 'lucide-react'
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
import { openSnooze } from '../store/closing'
import { openRowMenu } from './row-menu'

interface RowActionProps {
  ticket: Ticket
  /** True for the one row that is a tab stop. */
  isStop: boolean
  /** True if the ticket left the list and stays only while the pointer is on it. */
  isGone: boolean
}

/** Actions of a row: accept a pending ticket; close, snooze and more of an open one; reopen a closed one. */
export function RowAction(props: RowActionProps) {
  const { t } = useTranslation()
  const { ticket, isGone } = props
  const me = useMe()
  const name = ticketContactName(ticket)
  if (ticket.status === 'pending')
    return isGone ? (
      <span className="absolute right-3 bottom-2 bg-inherit pl-2 text-muted text-sm">{t('tickets.taken')}</span>
    ) : (
      <AcceptButton {...props} />
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
        <>
          <QuickAction label={t('inbox.closeOf', { name })} run={() => closeTicket(ticket)}>
            <CircleCheck aria-hidden />
          </QuickAction>
          <QuickAction label={t('lists.snoozeOf', { name })} run={async () => openSnooze(ticket)}>
            <AlarmClock aria-hidden />
          </QuickAction>
        </>
      )}
    </HoverActions>
  )
}

/**
 * Accepts a waiting ticket. At rest only touch screens show it; hover and keyboard focus of the row show it solid, in the
 * place that the marks leave.
 */
function AcceptButton({ ticket, isStop }: RowActionProps) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const name = ticketContactName(ticket)
  const accept = async () => {
    setBusy(true)
    await acceptTicket(ticket)
    setBusy(false)
  }
  return (
    <Button
      size="sm"
      data-main
      tabIndex={isStop ? 0 : -1}
      busy={isBusy}
      aria-label={t('tickets.acceptOf', { name })}
      onClick={accept}
      className="absolute! right-3 bottom-1 touch:bottom-2.5 h-6! border-transparent! bg-transparent! px-2.5! text-transparent! focus-visible:bg-accent! focus-visible:text-on-accent! group-hover:bg-accent! group-hover:text-on-accent! group-has-[:focus-visible]:bg-accent! group-has-[:focus-visible]:text-on-accent! touch:bg-accent-soft! touch:text-accent-ink! touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-2.5"
    >
      {t('tickets.accept')}
    </Button>
  )
}

/** Buttons in place of the marks on hover and keyboard focus. Touch screens have them in the menu of a long press. */
function HoverActions({ ticket, children }: { ticket: Ticket; children: React.ReactNode }) {
  const { t } = useTranslation()
  return (
    <span className="pointer-events-none absolute right-2 bottom-1 flex opacity-0 group-hover:pointer-events-auto group-hover:opacity-100 group-has-[:focus-visible]:pointer-events-auto group-has-[:focus-visible]:opacity-100 touch:hidden!">
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
