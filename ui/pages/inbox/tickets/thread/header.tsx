import { ArrowLeft, ArrowRightLeft, CircleCheck, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Avatar } from '../../../../components/avatar'
import { Button } from '../../../../components/button'
import { IconButton } from '../../../../components/icon-button'
import { Tooltip } from '../../../../components/tooltip'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { useShortcut } from '../../../../lib/keys'
import { toConversation } from '../../../../lib/paths'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { closeTicket } from '../actions/leave-ticket'
import { mayWrite } from '../actions/message-actions'
import { acceptTicket } from '../actions/ticket-actions'
import { DetailsButton, DetailsOfAvatar } from '../details/details-button'
import { DueBadge } from '../targets/due-badge'
import { MoreActions, openTransfer } from './more-actions'
import { StateLine } from './state-line'
import { Viewers } from './viewers'

/** Header of a ticket: contact, state, due time, the close, and three icons; all other actions are in the menu. */
export function ConversationHeader({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const { contact, isGroup } = ticket
  const avatar = (size: 'sm' | 'md') => (
    <Avatar size={size} name={ticketContactName(ticket)} src={contact.profilePicUrl} group={isGroup} />
  )
  return (
    <header className="flex min-h-14 items-center gap-1 border-line border-b bg-surface px-1 @lg/conversation:gap-2 sm:px-4">
      <Link
        href={toConversation()}
        aria-label={t('tickets.backToList')}
        className="flex size-control shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink @3xl/tickets:hidden"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      <DetailsOfAvatar className={visibleBelowLg}>{avatar('sm')}</DetailsOfAvatar>
      <span className={visibleFromLg}>{avatar('md')}</span>
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold text-base leading-5">{ticketContactName(ticket)}</h2>
        <StateLine ticket={ticket} />
      </div>
      <Viewers ticketId={ticket.id} />
      <span className="hidden @xl/conversation:inline">
        <DueBadge ticket={ticket} />
      </span>
      <Actions ticket={ticket} />
      <span className={visibleFromLg}>
        <DetailsButton />
      </span>
      <MoreActions ticket={ticket} />
    </header>
  )
}

const visibleFromLg = 'hidden! @lg/conversation:inline-flex!'
const visibleBelowLg = '@lg/conversation:hidden!'
/** Hides a button whose action is also in the menu; beside the board the contact's name needs the space. */
const visibleFromXl = 'hidden! @xl/conversation:inline-flex!'

/** Close or reopen, and transfer. A waiting ticket is accepted below its messages. */
function Actions({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  const keys = { transfer: useShortcut('ticket.transfer'), close: useShortcut('ticket.close') }
  const [isBusy, setBusy] = useState(false)
  const run = (action: (ticket: Ticket) => Promise<void>) => async () => {
    setBusy(true)
    await action(ticket)
    setBusy(false)
  }
  if (ticket.status === 'closed')
    return (
      <Button
        className={visibleFromXl} // a narrow conversation has it in its footer only
        icon={<RotateCcw aria-hidden />}
        busy={isBusy}
        onClick={run(acceptTicket)}
      >
        {t('tickets.reopen')}
      </Button>
    )
  if (ticket.status === 'pending' || !mayWrite(me, ticket)) return null
  return (
    <>
      <Tooltip text={t('tickets.close')} shortcut={keys.close}>
        <Button
          icon={<CircleCheck aria-hidden />}
          busy={isBusy}
          aria-label={t('tickets.close')}
          aria-keyshortcuts={keys.close}
          onClick={run(closeTicket)}
          className="px-2.5! @xl/conversation:px-3! max-sm:border-transparent!"
        >
          <span data-drop={4} className="hidden @xl/conversation:inline">
            {t('tickets.close')}
          </span>
        </Button>
      </Tooltip>
      <IconButton
        label={t('inbox.transfer')}
        shortcut={keys.transfer}
        onClick={() => openTransfer(ticket)}
        className={visibleFromXl}
      >
        <ArrowRightLeft aria-hidden />
      </IconButton>
    </>
  )
}
