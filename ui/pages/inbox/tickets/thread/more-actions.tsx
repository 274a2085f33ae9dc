import { signal } from '@preact/signals-react'
import {
  AlarmClock,
  AlarmClockOff,
  ArrowRightLeft,
  BotOff,
  CircleCheck,
  CircleEllipsis,
  EllipsisVertical,
  Search,
  Trash2,
  Undo2,
  Workflow,
} from 'lucide-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { changesTicket } from '../../../../../src/shared/permissions'
import { IconButton } from '../../../../components/icon-button'
import { Menu, type MenuEntry } from '../../../../components/menu'
import { useCan } from '../../../../lib/can'
import { useShortcut } from '../../../../lib/keys'
import { lazyPage } from '../../../../lib/lazy-page'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { closeTicket, endSnooze, returnTicket } from '../actions/leave-ticket'
import { toAgent } from '../actions/message-actions'
import { deleteTicket, stopBot } from '../actions/ticket-actions'
import { useMarkActions } from '../actions/use-mark-actions'
import { openClosing, openSnooze } from '../store/closing'
import { TransferDialog } from '../transfer/transfer-dialog'
import { openFind } from './find-state'
import { useMacros } from './use-macros'

const StartFlowDialog = lazyPage(() => import('../flows/load-flows').then((flows) => flows.loadStartFlowDialog()))

/** Ticket in the transfer dialog, or null. */
const transferTicket = signal<Ticket | null>(null)
export const openTransfer = (ticket: Ticket) => {
  transferTicket.value = ticket
}

/** Ticket in the dialog that starts a flow, or null. */
const flowTicket = signal<Ticket | null>(null)

/** Menu of actions that do not fit in the header. */
export function MoreActions({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const entries = useMenuEntries(ticket)
  const openedFor = useValue(transferTicket)
  const startedIn = useValue(flowTicket)
  return (
    <>
      {entries.length > 0 && (
        <Menu
          trigger={
            <IconButton label={t('inbox.moreActions')}>
              <EllipsisVertical aria-hidden />
            </IconButton>
          }
          entries={entries}
        />
      )}
      {openedFor?.id === ticket.id && <TransferDialog ticket={ticket} onClose={() => (transferTicket.value = null)} />}
      {startedIn?.id === ticket.id && <StartFlowDialog ticket={ticket} onClose={() => (flowTicket.value = null)} />}
    </>
  )
}

function useMenuEntries(ticket: Ticket): MenuEntry[] {
  const { t } = useTranslation()
  const me = useMe()
  const mayDelete = useCan('ticket:delete')
  const mayChange = ticket.status !== 'closed' && changesTicket(toAgent(me), ticket)
  const markActions = useMarkActions(ticket)
  const states = useStateEntries(ticket)
  const macros = useMacros(ticket)
  const entries = [
    ...(mayChange ? states : []),
    {
      when: ticket.status !== 'pending',
      label: t('conversation.find'),
      icon: <Search aria-hidden />,
      onSelect: () => openFind(ticket.id),
    },
    ...[...markActions, ...macros].map((entry) => ({ when: true, ...entry })),
    {
      when: mayDelete,
      label: t('inbox.deleteTicket'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      separated: true,
      onSelect: () => void deleteTicket(ticket),
    },
  ]
  return entries.filter(({ when }) => when)
}

/** Changes of state by a user who may change the ticket. */
function useStateEntries(ticket: Ticket): (MenuEntry & { when: boolean })[] {
  const { t } = useTranslation()
  const { plan } = useMe().company
  const keys = {
    transfer: useShortcut('ticket.transfer'),
    return: useShortcut('ticket.return'),
    close: useShortcut('ticket.close'),
  }
  const { status, snoozedUntil } = ticket
  return [
    {
      when: true,
      label: t('inbox.transfer'),
      icon: <ArrowRightLeft aria-hidden />,
      shortcut: keys.transfer,
      onSelect: () => openTransfer(ticket),
    },
    {
      when: !ticket.isGroup && plan.useIntegrations,
      label: t('startFlow.action'),
      icon: <Workflow aria-hidden />,
      onSelect: () => (flowTicket.value = ticket),
    },
    {
      when: status === 'open',
      label: t('tickets.return'),
      icon: <Undo2 aria-hidden />,
      shortcut: keys.return,
      onSelect: () => void returnTicket(ticket),
    },
    {
      when: status === 'pending' && ticket.chatbot,
      label: t('tickets.stopBot'),
      icon: <BotOff aria-hidden />,
      onSelect: () => void stopBot(ticket),
    },
    {
      when: status === 'open' && snoozedUntil === null,
      label: t('inbox.snooze'),
      icon: <AlarmClock aria-hidden />,
      onSelect: () => openSnooze(ticket),
    },
    {
      when: snoozedUntil !== null,
      label: t('inbox.unsnooze'),
      icon: <AlarmClockOff aria-hidden />,
      onSelect: () => void endSnooze(ticket),
    },
    {
      when: true,
      label: t('tickets.close'),
      icon: <CircleCheck aria-hidden />,
      shortcut: keys.close,
      onSelect: () => void closeTicket(ticket),
    },
    {
      when: true,
      label: t('inbox.closeWith'),
      icon: <CircleEllipsis aria-hidden />,
      onSelect: () => openClosing(ticket),
    },
  ]
}
