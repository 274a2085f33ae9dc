import { cloneElement, type ReactElement, type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { classes } from '../lib/classes'

interface PopoverProps {
  /** Button that opens the panel; it must pass unknown props to its `<button>`. */
  trigger: ReactElement<{ popoverTarget?: string; 'data-open'?: true }>
  /** Accessible name of the panel. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: 'start' | 'end'
  /** Side of the button; `right` grows upwards from the button's lower edge, for buttons of the rail. */
  side?: 'bottom' | 'right'
  className?: string
}
const gap = 4
/** Window width in px below which the panel spans the window instead of standing beside the button. */
const narrowWidth = 480
const fullWidth = { left: '8px', right: '8px', marginInline: 'auto' }

const placeBelow = ({ left, right }: DOMRect, align: 'start' | 'end') => ({
  marginInline: '0',
  left: align === 'start' ? `${left}px` : 'auto',
  right: align === 'end' ? `${document.documentElement.clientWidth - right}px` : 'auto',
})
/** Right of the column that holds the button, so that the panel covers none of its entries. */
const placeRight = ({ right, bottom }: DOMRect, column: Element | null) => ({
  top: 'auto',
  bottom: `${Math.max(gap, document.documentElement.clientHeight - bottom)}px`,
  left: `${(column?.getBoundingClientRect().right ?? right) + 2 * gap}px`,
  right: 'auto',
  marginInline: '0',
})

/**
 * Panel beside its button in the browser's top layer: Tab moves from the button into it; Escape and an outside click
 * close it and restore the focus. The content is mounted only while open.
 */
export function Popover({ trigger, label, children, align = 'end', side = 'bottom', className }: PopoverProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()

  const beforeToggle = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    if (newState !== 'open') return
    const button = document.querySelector(`[popovertarget="${id}"]`)
    if (!button) return
    const rect = button.getBoundingClientRect()
    const isNarrow = document.documentElement.clientWidth < narrowWidth
    const place = isNarrow
      ? fullWidth
      : side === 'right'
        ? placeRight(rect, button.closest('aside'))
        : placeBelow(rect, align)
    Object.assign(currentTarget.style, { top: `${rect.bottom + gap}px`, ...place })
  }
  return (
    <>
      {cloneElement(trigger, { popoverTarget: id, 'data-open': open || undefined })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onBeforeToggle={beforeToggle}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className={classes(
          'fixed m-0 max-w-[calc(100vw-16px)] rounded-lg border border-line bg-raised p-3 text-ink shadow-e2',
          className,
        )}
      >
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  )
}
