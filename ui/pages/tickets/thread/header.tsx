import { ArrowLeft, CircleCheck, RotateCcw, Undo2, WifiOff } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { Ticket } from '../../../../src/features/tickets/model'
import { Avatar } from '../../../components/avatar'
import { Button } from '../../../components/button'
import { Chip } from '../../../components/chip'
import { IconButton } from '../../../components/icon-button'
import { classes } from '../../../lib/classes'
import { toTickets } from '../../../lib/paths'
import { useMe } from '../../../lib/session'
import { useValue } from '../../../lib/use-value'
import { mayWrite } from '../bubble/message-actions'
import { contactName, contactNumber } from '../list/names'
import { useIsDown } from '../list/use-connection'
import { typingOf } from '../store/typing'
import { closeTicket, returnTicket, takeTicket } from './actions'

/** Who it is, where it stands, and what can be done with it. */
export function ConversationHeader({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  return (
    <header className="flex min-h-14 items-center gap-2 border-line border-b bg-surface px-2 py-1.5 sm:gap-3 sm:px-4">
      <Link
        href={toTickets()}
        aria-label={t('tickets.backToList')}
        className="flex size-control shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink @3xl/tickets:hidden"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      <Avatar name={contactName(ticket)} src={ticket.contact.profilePicUrl} group={ticket.isGroup} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-baseline gap-2">
          <h2 className="truncate font-semibold text-base leading-6 @md/conversation:text-lg">{contactName(ticket)}</h2>
          <span className="hidden shrink-0 text-faint text-sm tabular-nums @md/conversation:inline">
            {ticket.isGroup ? t('tickets.group') : contactNumber(ticket, t('tickets.numberHidden'))}
          </span>
        </div>
        <Standing ticket={ticket} />
      </div>
      <Actions ticket={ticket} />
    </header>
  )
}

const wideOnly = 'hidden! @md/conversation:inline-flex!'

/**
 * Queue, connection and holder; on a phone the queue, or who else has it. What the customer is doing takes their place
 * while they do it.
 */
function Standing({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  const typing = useValue(useMemo(() => typingOf(ticket.id), [ticket.id]))
  const down = useIsDown(ticket)
  const isAnothers = ticket.user !== null && ticket.user.id !== me.id
  if (typing)
    return (
      <p role="status" className="truncate text-good text-sm">
        {t(typing === 'composing' ? 'tickets.typing' : 'tickets.recording')}
      </p>
    )
  return (
    <div className="flex min-w-0 items-center gap-1.5 overflow-hidden text-muted text-sm">
      <Chip color={ticket.queue?.color} className={isAnothers ? wideOnly : undefined}>
        {ticket.queue?.name ?? t('tickets.noQueue')}
      </Chip>
      <Chip icon={down ? <WifiOff aria-hidden className="text-danger" /> : undefined} className={wideOnly}>
        {ticket.whatsapp?.name ?? t('tickets.noConnection')}
      </Chip>
      <span className={classes('truncate', !isAnothers && 'hidden @md/conversation:inline')}>
        {ticket.user?.id === me.id
          ? t('tickets.holderMe')
          : ticket.user
            ? t('tickets.holder', { name: ticket.user.name })
            : t('tickets.holderNobody')}
      </span>
    </div>
  )
}

function Actions({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  const [busy, setBusy] = useState(false)
  const run = (action: (ticket: Ticket) => Promise<void>) => async () => {
    setBusy(true)
    await action(ticket)
    setBusy(false)
  }
  if (ticket.status === 'pending')
    return (
      <Button variant="primary" busy={busy} onClick={run(takeTicket)}>
        {t('tickets.accept')}
      </Button>
    )
  if (ticket.status === 'closed')
    return (
      <Button icon={<RotateCcw aria-hidden />} busy={busy} onClick={run(takeTicket)}>
        {t('tickets.reopen')}
      </Button>
    )
  if (!mayWrite(me, ticket)) return null
  return (
    <>
      <IconButton label={t('tickets.return')} disabled={busy} onClick={run(returnTicket)}>
        <Undo2 aria-hidden />
      </IconButton>
      <Button
        icon={<CircleCheck aria-hidden />}
        busy={busy}
        aria-label={t('tickets.close')}
        onClick={run(closeTicket)}
        className="px-2.5! @md/conversation:px-4!"
      >
        <span className="hidden @md/conversation:inline">{t('tickets.close')}</span>
      </Button>
    </>
  )
}
