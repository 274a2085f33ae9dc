import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { classes } from '../lib/classes'

interface FloatingMenuProps {
  /** Element the menu is placed beside. */
  anchor: HTMLElement
  /** Point at which the menu opens instead. */
  at?: { x: number; y: number }
  label: string
  /** `returns` is true if the focus must go back to the anchor (choice or key), false after a click elsewhere. */
  onClose: (returns: boolean) => void
  children: ReactNode
}

const gap = 4
const margin = 8

/** Single menu shared by many rows or bubbles, because a menu per row would be thousands of components. */
export function FloatingMenu({ anchor, at, label, onClose, children }: FloatingMenuProps) {
  const panel = useRef<HTMLDivElement>(null)
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    if (panel.current && at) positionPanel(panel.current, new DOMRect(at.x, at.y), at.x)
    else if (panel.current) positionPanel(panel.current, anchor.getBoundingClientRect())
    panel.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
  }, [anchor, at])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!panel.current?.contains(target as Node)) latest.current(false)
    }
    const close = () => latest.current(true)
    document.addEventListener('pointerdown', leave, true)
    window.addEventListener('resize', close)
    return () => {
      document.removeEventListener('pointerdown', leave, true)
      window.removeEventListener('resize', close)
    }
  }, [])
  return (
    <div
      ref={panel}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => onKeyDown(event, panel.current!, () => onClose(true))}
      className="enter fixed z-50 max-h-[calc(100dvh-16px)] min-w-52 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-e2"
    >
      {children}
    </div>
  )
}

interface FloatingItemProps {
  icon: ReactNode
  label: string
  shortcut?: string
  onSelect: () => void
  danger?: boolean
}

export function FloatingItem({ icon, label, shortcut, onSelect, danger }: FloatingItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onSelect}
      className={classes(
        'flex h-control-sm w-full items-center gap-3 rounded-md px-3 text-left hover:bg-hover focus:bg-hover [&_svg]:size-4',
        danger ? 'text-danger-ink' : 'text-ink',
      )}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {shortcut && <kbd className="font-sans text-faint text-xs touch:hidden">{shortcut}</kbd>}
    </button>
  )
}

function onKeyDown(event: KeyboardEvent, panel: HTMLElement, close: () => void) {
  event.stopPropagation()
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault()
    return close()
  }
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...panel.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  items[(at + step + items.length) % items.length]?.focus()
}

/**
 * Places the panel below the anchor, or above if there is no room below, and inside the window. It begins at `start`, or
 * ends where the anchor ends.
 */
function positionPanel(panel: HTMLElement, anchor: DOMRect, start?: number) {
  const { width, height } = panel.getBoundingClientRect()
  const below = anchor.bottom + gap + height < innerHeight - margin
  const top = below ? anchor.bottom + gap : Math.max(margin, anchor.top - gap - height)
  const left = Math.min(Math.max(margin, start ?? anchor.right - width), innerWidth - width - margin)
  Object.assign(panel.style, { top: `${top}px`, left: `${Math.max(margin, left)}px` })
}
