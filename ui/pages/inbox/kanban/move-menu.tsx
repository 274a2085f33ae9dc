import { signal } from '@preact/signals-react'
import { EllipsisVertical } from 'lucide-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { ColorDot } from '../../../components/color-dot'
import { FloatingItem, FloatingMenu } from '../../../components/floating-menu'
import { IconButton } from '../../../components/icon-button'
import { ticketContactName } from '../../../contact/ticket-contact-name'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { followedCard, laneName, moveCard } from './move-card'
import { type LaneId, laneOf, lanes } from './store'

interface OpenMenu {
  ticket: Ticket
  /** Button on the card; gets the focus back. */
  anchor: HTMLElement
  byKey: boolean
}
/** Open menu; all cards share one component, because a board has up to 2,000 cards. */
const openMenu = signal<OpenMenu | null>(null)
const closeMenu = () => {
  openMenu.value = null
}

/** Button that opens the menu to move a card without dragging. */
export function MoveButton({ ticket, isTabStop }: { ticket: Ticket; isTabStop: boolean }) {
  const { t } = useTranslation()
  const open = (anchor: HTMLElement) => {
    openMenu.value = { ticket, anchor, byKey: anchor.matches(':focus-visible') }
  }
  return (
    <span className="absolute right-0.5 bottom-0.5 touch:-right-1 touch:-bottom-2">
      <IconButton
        size="sm"
        tabIndex={isTabStop ? 0 : -1}
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
  const menu = useValue(openMenu)
  useEffect(() => closeMenu, [])
  return menu && <MoveMenu key={menu.ticket.id} {...menu} />
}

function MoveMenu({ ticket, anchor, byKey }: OpenMenu) {
  const { t } = useTranslation()
  const others = [null, ...useValue(lanes).map(({ id }) => id)].filter((id) => id !== laneOf(ticket))
  const close = (returns: boolean) => {
    closeMenu()
    if (returns) anchor.focus({ preventScroll: true })
  }
  const choose = (to: LaneId) => {
    closeMenu()
    if (byKey) followedCard.value = ticket.id
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
  return <ColorDot color={color} />
}
