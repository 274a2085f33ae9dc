import { signal } from '@preact/signals-react'
import { ArrowRightLeft, BotOff, CircleCheck, EllipsisVertical, Search, Trash2, Undo2, Workflow } from 'lucide-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { changesTicket } from '../../../../src/shared/permissions'
import { IconButton } from '../../../components/icon-button'
import { Menu, type MenuEntry } from '../../../components/menu'
import { useCan } from '../../../lib/can'
import { useShortcut } from '../../../lib/keys'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { toAgent } from '../actions/message-actions'
import { StartFlowDialog } from '../actions/start-flow-dialog'
import { closeTicket, deleteTicket, returnTicket, stopBot } from '../actions/ticket-actions'
import { useMarkActions } from '../actions/use-mark-actions'
import { TransferDialog } from '../transfer/transfer-dialog'
import { openFind } from './find-state'

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
  const keys = {
    transfer: useShortcut('ticket.transfer'),
    return: useShortcut('ticket.return'),
    close: useShortcut('ticket.close'),
  }
  const mayChange = ticket.status !== 'closed' && changesTicket(toAgent(me), ticket)
  const markActions = useMarkActions(ticket)
  const entries: MenuEntry[] = []
  if (mayChange)
    entries.push({
      label: t('inbox.transfer'),
      icon: <ArrowRightLeft aria-hidden />,
      shortcut: keys.transfer,
      onSelect: () => openTransfer(ticket),
    })
  if (mayChange && !ticket.isGroup && me.company.plan.useIntegrations)
    entries.push({
      label: t('startFlow.action'),
      icon: <Workflow aria-hidden />,
      onSelect: () => (flowTicket.value = ticket),
    })
  if (mayChange && ticket.status === 'open')
    entries.push({
      label: t('tickets.return'),
      icon: <Undo2 aria-hidden />,
      shortcut: keys.return,
      onSelect: () => void returnTicket(ticket),
    })
  if (mayChange && ticket.status === 'pending' && ticket.chatbot)
    entries.push({
      label: t('tickets.stopBot'),
      icon: <BotOff aria-hidden />,
      onSelect: () => void stopBot(ticket),
    })
  if (mayChange && ticket.status === 'pending')
    entries.push({
      label: t('tickets.close'),
      icon: <CircleCheck aria-hidden />,
      shortcut: keys.close,
      onSelect: () => void closeTicket(ticket),
    })
  if (ticket.status !== 'pending')
    entries.push({
      label: t('conversation.find'),
      icon: <Search aria-hidden />,
      onSelect: () => openFind(ticket.id),
    })
  entries.push(...markActions)
  if (mayDelete)
    entries.push({
      label: t('inbox.deleteTicket'),
      icon: <Trash2 aria-hidden />,
      danger: true,
      separated: entries.length > 0,
      onSelect: () => void deleteTicket(ticket),
    })
  return entries
}
