import {
  AlarmClock,
  ArrowLeft,
  ArrowRightLeft,
  ChevronDown,
  CircleCheck,
  RotateCcw,
  Search,
  Tags,
  Undo2,
  WifiOff,
} from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { changesTicket } from '../../../../../src/shared/permissions'
import { Avatar } from '../../../../components/avatar'
import { Button } from '../../../../components/button'
import { Chip } from '../../../../components/chip'
import { IconButton } from '../../../../components/icon-button'
import { TagChips } from '../../../../components/tag-chips'
import { TagPicker } from '../../../../components/tag-picker'
import { Tooltip } from '../../../../components/tooltip'
import { ticketContactName, ticketContactNumber } from '../../../../contact/ticket-contact-name'
import { classes } from '../../../../lib/classes'
import { expectTypingField } from '../../../../lib/held-words'
import { useAction, useShortcut } from '../../../../lib/keys'
import { toConversation } from '../../../../lib/paths'
import { useMe } from '../../../../lib/session'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { closeTicket, returnTicket } from '../actions/leave-ticket'
import { mayWrite, toAgent } from '../actions/message-actions'
import { acceptTicket } from '../actions/ticket-actions'
import { DetailsButton } from '../details/details-button'
import { openClosing, openSnooze } from '../store/closing'
import { typingOf } from '../store/typing'
import { useIsConnectionDown } from '../store/use-connection'
import { TargetMark } from '../targets/target-mark'
import { openFind } from './find-state'
import { MoreActions, openTransfer } from './more-actions'
import { Viewers } from './viewers'

/** Header of a ticket: contact, state and actions. */
export function ConversationHeader({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  return (
    <header className="flex min-h-14 items-center gap-2 border-line border-b bg-surface px-2 py-1.5 sm:px-4 @3xl/conversation:gap-3">
      <Link
        href={toConversation()}
        aria-label={t('tickets.backToList')}
        className="flex size-control shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink @3xl/tickets:hidden"
      >
        <ArrowLeft aria-hidden className="size-5" />
      </Link>
      <Avatar name={ticketContactName(ticket)} src={ticket.contact.profilePicUrl} group={ticket.isGroup} />
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-baseline gap-2">
          <h2 className="truncate font-semibold text-base leading-6 @lg/conversation:text-lg">
            {ticketContactName(ticket)}
          </h2>
          <span className="hidden shrink-0 text-faint text-sm tabular-nums @3xl/conversation:inline">
            {ticket.isGroup ? t('tickets.group') : ticketContactNumber(ticket, t('tickets.numberHidden'))}
          </span>
        </div>
        <TicketStateLine ticket={ticket} />
      </div>
      <Viewers ticketId={ticket.id} />
      <DetailsButton />
      {ticket.status !== 'pending' && (
        <IconButton
          label={t('conversation.find')}
          shortcut="Control+F"
          onClick={() => openFind(ticket.id)}
          className={visibleFromLg}
        >
          <Search aria-hidden />
        </IconButton>
      )}
      <Tagging ticket={ticket} />
      <Actions ticket={ticket} />
      <MoreActions ticket={ticket} />
    </header>
  )
}

const visibleFromLg = 'hidden! @lg/conversation:inline-flex!'
/** Hides the connection in a narrow header; the details pane shows it too. */
const visibleFrom3xl = 'hidden! @3xl/conversation:inline-flex!'
/** Hides buttons whose actions are also in the menu; beside the board the contact's name needs the space. */
const visibleFrom2xl = 'hidden! @2xl/conversation:inline-flex!'

/** Queue, connection and another agent; on phones only one of queue and agent. Replaced by the customer's typing state. */
function TicketStateLine({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  const typing = useValue(useMemo(() => typingOf(ticket.id), [ticket.id]))
  const isMine = ticket.user?.id === me.id
  if (typing)
    return (
      <p role="status" className="truncate text-good text-sm">
        {t(typing === 'composing' ? 'tickets.typing' : 'tickets.recording')}
      </p>
    )
  return (
    <div className="flex min-w-0 items-center gap-1.5 overflow-hidden text-muted text-sm">
      <Chip color={ticket.queue?.color} className={ticket.user && !isMine ? visibleFromLg : undefined}>
        {ticket.queue?.name ?? t('tickets.noQueue')}
      </Chip>
      <ConnectionChip ticket={ticket} />
      {ticket.snoozedUntil && <SnoozeChip at={formatDateTime(ticket.snoozedUntil)} />}
      {!isMine && (
        <span className={classes('truncate', !ticket.user && 'hidden @lg/conversation:inline')}>
          {ticket.user ? t('tickets.holder', { name: ticket.user.name }) : t('tickets.holderNobody')}
        </span>
      )}
      <TargetMark ticket={ticket} isShortWhenNarrow />
      <TagChips tags={ticket.tags} oneLine className="hidden! @3xl/conversation:flex!" />
    </div>
  )
}

/** Time at which a snoozed ticket returns, without the year. */
function SnoozeChip({ at }: { at: string }) {
  const { t } = useTranslation()
  return (
    <Chip icon={<AlarmClock aria-hidden />} className="shrink-0">
      <span title={t('inbox.snoozedUntil', { at })}>{at.slice(0, 5) + at.slice(10)}</span>
    </Chip>
  )
}

/** Connection of the ticket; shown on narrower screens only while it is down. */
function ConnectionChip({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const isDown = useIsConnectionDown(ticket)
  return (
    <Chip
      icon={isDown ? <WifiOff aria-hidden className="text-danger" /> : undefined}
      className={isDown ? visibleFromLg : visibleFrom3xl}
    >
      {ticket.whatsapp?.name ?? t('tickets.noConnection')}
    </Chip>
  )
}

/** Tag picker for users who may change the ticket; on phones it is in the details. */
function Tagging({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const isShown = () => button.current?.checkVisibility() === true
  const openByKey = () => {
    // The panel mounts after the browser has opened it.
    if (button.current?.dataset.open === undefined) expectTypingField()
    button.current?.click()
  }
  useAction('ticket.tags', openByKey, { when: isShown })
  const shortcut = useShortcut('ticket.tags')
  if (!changesTicket(toAgent(useMe()), ticket)) return null
  const trigger = (
    <IconButton ref={button} label={t('tags.pick')} shortcut={shortcut}>
      <Tags aria-hidden />
    </IconButton>
  )
  return (
    <span className="hidden @2xl/conversation:inline-flex">
      <TagPicker ticket={ticket} trigger={trigger} />
    </span>
  )
}

function Actions({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  const keys = {
    transfer: useShortcut('ticket.transfer'),
    return: useShortcut('ticket.return'),
    close: useShortcut('ticket.close'),
  }
  const [isBusy, setBusy] = useState(false)
  const run = (action: (ticket: Ticket) => Promise<void>) => async () => {
    setBusy(true)
    await action(ticket)
    setBusy(false)
  }
  if (ticket.status === 'pending')
    return (
      <Button variant="primary" busy={isBusy} onClick={run(acceptTicket)}>
        {t('tickets.accept')}
      </Button>
    )
  if (ticket.status === 'closed')
    return (
      <Button
        className={visibleFrom2xl} // a narrow conversation has it in its footer only
        icon={<RotateCcw aria-hidden />}
        busy={isBusy}
        onClick={run(acceptTicket)}
      >
        {t('tickets.reopen')}
      </Button>
    )
  if (!mayWrite(me, ticket)) return null
  return (
    <>
      <IconButton
        label={t('inbox.transfer')}
        shortcut={keys.transfer}
        onClick={() => openTransfer(ticket)}
        className={visibleFrom2xl}
      >
        <ArrowRightLeft aria-hidden />
      </IconButton>
      <IconButton label={t('inbox.snooze')} onClick={() => openSnooze(ticket)} className={visibleFrom3xl}>
        <AlarmClock aria-hidden />
      </IconButton>
      <IconButton
        label={t('tickets.return')}
        shortcut={keys.return}
        disabled={isBusy}
        onClick={run(returnTicket)}
        className={visibleFrom2xl}
      >
        <Undo2 aria-hidden />
      </IconButton>
      <Tooltip text={t('tickets.close')} shortcut={keys.close}>
        <Button
          icon={<CircleCheck aria-hidden />}
          busy={isBusy}
          aria-label={t('tickets.close')}
          aria-keyshortcuts={keys.close}
          onClick={run(closeTicket)}
          className={`${visibleFromLg} px-2.5! @2xl/conversation:px-4!`}
        >
          <span className="hidden @2xl/conversation:inline">{t('tickets.close')}</span>
        </Button>
      </Tooltip>
      <IconButton label={t('inbox.closeWith')} onClick={() => openClosing(ticket)} className={`${visibleFromLg} -ml-2`}>
        <ChevronDown aria-hidden />
      </IconButton>
    </>
  )
}
