import { signal } from '@preact/signals-react'
import { SquareCheck } from 'lucide-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { FloatingItem, FloatingMenu } from '../../../../components/floating-menu'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { useShortcut } from '../../../../lib/keys'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { useMarkActions } from '../actions/use-mark-actions'
import { useStateActions } from '../actions/use-state-actions'
import { toggleSelected } from '../store/selection'

interface OpenedMenu {
  ticket: Ticket
  /** Row element. */
  anchor: HTMLElement
}
const opened = signal<OpenedMenu | null>(null)
/** Opens the menu: by right click, long press or the row's button. */
export const openRowMenu = (ticket: Ticket, anchor: HTMLElement) => {
  opened.value = { ticket, anchor }
}
const clearMenu = () => {
  opened.value = null
}
const closeMenu = () => {
  const { anchor } = opened.peek() ?? {}
  clearMenu()
  anchor?.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true })
}

/** Mounts the menu shared by all rows. */
export function RowMenuHost() {
  const current = useValue(opened)
  useEffect(() => clearMenu, [])
  return current && <RowMenu key={current.ticket.id} {...current} />
}

function RowMenu({ ticket, anchor }: OpenedMenu) {
  const { t } = useTranslation()
  const stateActions = useStateActions(ticket)
  const markActions = useMarkActions(ticket, 'list')
  const select = {
    label: t('inbox.select'),
    icon: <SquareCheck aria-hidden />,
    shortcut: useShortcut('ticket.select', 'list'),
    onSelect: () => toggleSelected(ticket.id),
  }
  return (
    <FloatingMenu
      anchor={anchor}
      label={t('inbox.actionsOf', { name: ticketContactName(ticket) })}
      onClose={(returns) => (returns ? closeMenu() : clearMenu())}
    >
      {[...stateActions, select, ...markActions].map(({ onSelect, ...entry }) => (
        <FloatingItem
          key={entry.label}
          {...entry}
          onSelect={() => {
            closeMenu()
            onSelect()
          }}
        />
      ))}
    </FloatingMenu>
  )
}
