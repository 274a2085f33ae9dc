import { Popover as Headless, PopoverButton, PopoverPanel } from '@headlessui/react'
import { Fragment, type ReactElement, type ReactNode } from 'react'

interface PopoverProps {
  /** The button, usually an IconButton. */
  trigger: ReactElement
  /** The name read out for the panel. */
  label: string
  children: ReactNode | ((close: () => void) => ReactNode)
  align?: 'start' | 'end'
}

/** A small panel beside its button; Tab goes through it, Escape and a click outside close it. */
export function Popover({ trigger, label, children, align = 'end' }: PopoverProps) {
  return (
    <Headless>
      <PopoverButton as={Fragment}>{trigger}</PopoverButton>
      <PopoverPanel
        aria-label={label}
        anchor={{ to: align === 'end' ? 'bottom end' : 'bottom start', gap: 4, padding: 8 }}
        className="z-50 rounded-lg border border-line bg-raised p-3 shadow-float focus:outline-none"
      >
        {({ close }) => <>{typeof children === 'function' ? children(close) : children}</>}
      </PopoverPanel>
    </Headless>
  )
}
