import { CircleCheck, Inbox, RotateCcw } from 'lucide-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { MenuEntry } from '../../../../components/menu'
import { useShortcut } from '../../../../lib/keys'
import { useTranslation } from '../../../../lib/use-translation'
import { closeTicket } from './leave-ticket'
import { acceptTicket, mayClose } from './ticket-actions'

type StateAction = Pick<MenuEntry, 'label' | 'shortcut' | 'onSelect'> & { icon: React.ReactNode }

/** Menu entries for the state of a ticket in the list: accept, reopen, close. */
export function useStateActions(ticket: Ticket): StateAction[] {
  const { t } = useTranslation()
  const keys = { accept: useShortcut('ticket.accept', 'list'), close: useShortcut('ticket.close', 'list') }
  const accept = { shortcut: keys.accept, onSelect: () => void acceptTicket(ticket) }
  const actions: StateAction[] = []
  if (ticket.status === 'pending') actions.push({ label: t('tickets.accept'), icon: <Inbox aria-hidden />, ...accept })
  if (ticket.status === 'closed')
    actions.push({ label: t('tickets.reopen'), icon: <RotateCcw aria-hidden />, ...accept })
  if (mayClose(ticket))
    actions.push({
      label: t('tickets.close'),
      icon: <CircleCheck aria-hidden />,
      shortcut: keys.close,
      onSelect: () => void closeTicket(ticket),
    })
  return actions
}
