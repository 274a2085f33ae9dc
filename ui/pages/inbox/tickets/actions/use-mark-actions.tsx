import { Mail, MailOpen, Pin, PinOff } from 'lucide-react'
import { useMemo } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { MenuEntry } from '../../../../components/menu'
import { useShortcut } from '../../../../lib/keys'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { pinnedSignal } from '../store/pins'
import { markTicketRead, markTicketUnread, mayMarkRead, mayMarkUnread, mayPin, togglePin } from './mark-actions'

type MarkAction = Pick<MenuEntry, 'label' | 'shortcut' | 'onSelect'> & { icon: React.ReactNode }

/** Menu entries to mark a ticket read or unread and to pin it. `focus` selects the shortcuts shown. */
export function useMarkActions(ticket: Ticket, focus: 'list' | 'anywhere' = 'anywhere'): MarkAction[] {
  const { t } = useTranslation()
  const keys = { unread: useShortcut('ticket.unread', focus), pin: useShortcut('ticket.pin', focus) }
  const isPinned = useValue(useMemo(() => pinnedSignal(ticket.id), [ticket.id]))
  const actions: MarkAction[] = []
  if (mayMarkUnread(ticket))
    actions.push({
      label: t('inbox.markUnread'),
      icon: <Mail aria-hidden />,
      shortcut: keys.unread,
      onSelect: () => void markTicketUnread(ticket),
    })
  if (mayMarkRead(ticket))
    actions.push({
      label: t('inbox.markRead'),
      icon: <MailOpen aria-hidden />,
      onSelect: () => void markTicketRead(ticket),
    })
  if (mayPin(ticket))
    actions.push({
      label: t(isPinned ? 'inbox.unpin' : 'inbox.pin'),
      icon: isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
      shortcut: keys.pin,
      onSelect: () => void togglePin(ticket),
    })
  return actions
}
