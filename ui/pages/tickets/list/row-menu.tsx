import { signal } from '@preact/signals-react'
import { SquareCheck } from 'lucide-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { FloatingItem, FloatingMenu } from '../../../components/floating-menu'
import { ticketContactName } from '../../../contact/ticket-contact-name'
import { useShortcut } from '../../../lib/keys'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { useMarks } from '../actions/use-mark-actions'
import { useSteps } from '../actions/use-state-actions'
import { toggleSelected } from '../store/selection'

interface Opened {
  ticket: Ticket
  /** Row element. */
  anchor: HTMLElement
}
const opened = signal<Opened | null>(null)
/** Opens the menu: by right click, long press or the row's button. */
export const openRowMenu = (ticket: Ticket, anchor: HTMLElement) => {
  opened.value = { ticket, anchor }
}
const forget = () => {
  opened.value = null
}
const close = () => {
  const { anchor } = opened.peek() ?? {}
  forget()
  anchor?.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true })
}

/** Mounts the menu shared by all rows. */
export function RowMenuHost() {
  const now = useValue(opened)
  useEffect(() => forget, [])
  return now && <RowMenu key={now.ticket.id} {...now} />
}

function RowMenu({ ticket, anchor }: Opened) {
  const { t } = useTranslation()
  const steps = useSteps(ticket)
  const marks = useMarks(ticket, 'list')
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
      onClose={(returns) => (returns ? close() : forget())}
    >
      {[...steps, select, ...marks].map(({ onSelect, ...entry }) => (
        <FloatingItem
          key={entry.label}
          {...entry}
          onSelect={() => {
            close()
            onSelect()
          }}
        />
      ))}
    </FloatingMenu>
  )
}
