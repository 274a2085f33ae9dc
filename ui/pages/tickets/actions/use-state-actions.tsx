import { CircleCheck, Inbox, RotateCcw } from 'lucide-react'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { MenuEntry } from '../../../components/menu'
import { useShortcut } from '../../../lib/keys'
import { useTranslation } from '../../../lib/use-translation'
import { closeTicket, mayClose, takeTicket } from './ticket-actions'

type Step = Pick<MenuEntry, 'label' | 'shortcut' | 'onSelect'> & { icon: React.ReactNode }

/** Menu entries for the state of a ticket in the list: accept, reopen, close. */
export function useSteps(ticket: Ticket): Step[] {
  const { t } = useTranslation()
  const keys = { accept: useShortcut('ticket.accept', 'list'), close: useShortcut('ticket.close', 'list') }
  const take = { shortcut: keys.accept, onSelect: () => void takeTicket(ticket) }
  const steps: Step[] = []
  if (ticket.status === 'pending') steps.push({ label: t('tickets.accept'), icon: <Inbox aria-hidden />, ...take })
  if (ticket.status === 'closed') steps.push({ label: t('tickets.reopen'), icon: <RotateCcw aria-hidden />, ...take })
  if (mayClose(ticket))
    steps.push({
      label: t('tickets.close'),
      icon: <CircleCheck aria-hidden />,
      shortcut: keys.close,
      onSelect: () => void closeTicket(ticket),
    })
  return steps
}
