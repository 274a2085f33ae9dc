import { Mail, MailOpen, Pin, PinOff } from 'lucide-react'
import { useMemo } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { MenuEntry } from '../../../components/menu'
import { useShortcut } from '../../../lib/keys'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { pinnedSignal } from '../store/pins'
import { mayMarkRead, mayMarkUnread, mayPin, readTicket, togglePin, unreadTicket } from './mark-actions'

type Mark = Pick<MenuEntry, 'label' | 'shortcut' | 'onSelect'> & { icon: React.ReactNode }

/** Menu entries to mark a ticket read or unread and to pin it. `place` selects the shortcuts shown. */
export function useMarks(ticket: Ticket, place: 'list' | 'anywhere' = 'anywhere'): Mark[] {
  const { t } = useTranslation()
  const keys = { unread: useShortcut('ticket.unread', place), pin: useShortcut('ticket.pin', place) }
  const isPinned = useValue(useMemo(() => pinnedSignal(ticket.id), [ticket.id]))
  const marks: Mark[] = []
  if (mayMarkUnread(ticket))
    marks.push({
      label: t('inbox.markUnread'),
      icon: <Mail aria-hidden />,
      shortcut: keys.unread,
      onSelect: () => void unreadTicket(ticket),
    })
  if (mayMarkRead(ticket))
    marks.push({ label: t('inbox.markRead'), icon: <MailOpen aria-hidden />, onSelect: () => void readTicket(ticket) })
  if (mayPin(ticket))
    marks.push({
      label: t(isPinned ? 'inbox.unpin' : 'inbox.pin'),
      icon: isPinned ? <PinOff aria-hidden /> : <Pin aria-hidden />,
      shortcut: keys.pin,
      onSelect: () => void togglePin(ticket),
    })
  return marks
}
