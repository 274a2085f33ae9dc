import { signal } from '@preact/signals-react'
import { EllipsisVertical } from 'lucide-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../src/features/tickets/model'
import { FloatingItem, FloatingMenu } from '../../components/floating-menu'
import { IconButton } from '../../components/icon-button'
import { ticketContactName } from '../../contact/ticket-contact-name'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { type LaneId, laneOf, lanes } from './store'
import { follow, laneName, moveCard } from './verbs'

interface Opened {
  ticket: Ticket
  /** Button on the card; gets the focus back. */
  anchor: HTMLElement
  byKey: boolean
}
/** Open menu; all cards share one component, because a board has up to 2,000 cards. */
const opened = signal<Opened | null>(null)
const forget = () => {
  opened.value = null
}

/** Button that opens the menu to move a card without dragging. */
export function MoveButton({ ticket, isStop }: { ticket: Ticket; isStop: boolean }) {
  const { t } = useTranslation()
  const open = (anchor: HTMLElement) => {
    opened.value = { ticket, anchor, byKey: anchor.matches(':focus-visible') }
  }
  return (
    <span className="absolute right-0.5 bottom-0.5 touch:-right-1 touch:-bottom-2">
      <IconButton
        size="sm"
        tabIndex={isStop ? 0 : -1}
        label={t('kanban.moveOf', { name: ticketContactName(ticket) })}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => open(currentTarget)}
      >
        <EllipsisVertical aria-hidden />
      </IconButton>
    </span>
  )
}

/** Mounts the shared menu; once per board. */
export function MoveMenuHost() {
  const now = useValue(opened)
  useEffect(() => forget, [])
  return now && <MoveMenu key={now.ticket.id} {...now} />
}

function MoveMenu({ ticket, anchor, byKey }: Opened) {
  const { t } = useTranslation()
  const others = [null, ...useValue(lanes).map(({ id }) => id)].filter((id) => id !== laneOf(ticket))
  const close = (returns: boolean) => {
    forget()
    if (returns) anchor.focus({ preventScroll: true })
  }
  const choose = (to: LaneId) => {
    forget()
    if (byKey) follow.value = ticket.id
    void moveCard(ticket, to)
  }
  return (
    <FloatingMenu anchor={anchor} label={t('kanban.moveTo')} onClose={close}>
      <p aria-hidden className="border-line border-b px-3 py-2 text-faint text-sm">
        {t('kanban.moveTo')}
      </p>
      <div role="none" className="max-h-[50dvh] overflow-y-auto">
        {others.map((id) => (
          <FloatingItem key={id} icon={<LaneDot id={id} />} label={laneName(id)} onSelect={() => choose(id)} />
        ))}
      </div>
    </FloatingMenu>
  )
}

function LaneDot({ id }: { id: LaneId }) {
  const color = useValue(lanes).find((tag) => tag.id === id)?.color
  return (
    <span
      aria-hidden
      className="size-2.5 shrink-0 rounded-full border border-edge"
      style={color ? { background: color, borderColor: 'transparent' } : undefined}
    />
  )
}
