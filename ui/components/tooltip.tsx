import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

interface TooltipProps {
  text: string
  shortcut?: string
  side?: 'bottom' | 'top' | 'right'
  children: ReactNode
}
const hoverDelayMs = 400
const gap = 6

/**
 * Visual label of a control that already has an accessible name. Appears after a delay on hover and at once on keyboard
 * focus; Escape, a click or leaving hides it. Never on touch.
 */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [position, setPosition] = useState<{ left: number; top: number } | null>(null)

  const show = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const control = anchor.current?.firstElementChild
      // Not shown while the control's menu or panel is open, which it would cover.
      if (control && !control.matches('[data-open]')) setPosition(placeBeside(control.getBoundingClientRect(), side))
    }, delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setPosition(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only observes the control inside, which has its own role.
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show(hoverDelayMs)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onClick={hide}
      onFocus={({ target }) => target.matches(':focus-visible') && show(0)}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {position &&
        createPortal(<Bubble position={position} side={side} text={text} shortcut={shortcut} />, document.body)}
    </span>
  )
}

function placeBeside(rect: DOMRect, side: 'bottom' | 'top' | 'right') {
  if (side === 'right') return { left: rect.right + gap, top: rect.top + rect.height / 2 }
  return { left: rect.left + rect.width / 2, top: side === 'bottom' ? rect.bottom + gap : rect.top - gap }
}

const transforms = { bottom: 'translate(-50%, 0)', top: 'translate(-50%, -100%)', right: 'translate(0, -50%)' }

function Bubble({
  position,
  side,
  text,
  shortcut,
}: Omit<TooltipProps, 'children'> & { position: object; side: 'bottom' | 'top' | 'right' }) {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Moves the tooltip back inside the window.
    const rect = bubble.current?.getBoundingClientRect()
    if (!rect || !bubble.current) return
    const over = Math.max(0, rect.right - innerWidth + 4) - Math.max(0, 4 - rect.left)
    if (over) bubble.current.style.marginLeft = `${-over}px`
  }, [])
  return (
    <div
      ref={bubble}
      aria-hidden
      style={{ ...position, transform: transforms[side] }}
      className="pointer-events-none fixed z-60 w-max max-w-60 rounded-md bg-ink px-2 py-1 text-ground text-xs"
    >
      {text}
      {shortcut && <kbd className="ml-2 rounded-sm bg-ground/20 px-1 font-sans">{shortcut}</kbd>}
    </div>
  )
}
