import { DialogBackdrop, DialogPanel, Dialog as Headless } from '@headlessui/react'
import type { ReactNode } from 'react'
import { classes } from '../lib/classes'

interface DrawerProps {
  open: boolean
  onClose: () => void
  /** Accessible name. */
  label: string
  side?: 'left' | 'right'
  /** Wider, for long content; full width on phones. */
  wide?: boolean
  children: ReactNode
}

/** Panel from the side of a narrow screen: traps focus; Escape and the backdrop close it. */
export function Drawer({ open, onClose, label, side = 'left', wide = false, children }: DrawerProps) {
  return (
    <Headless open={open} onClose={onClose} aria-label={label} className="relative z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <DialogPanel
        className={classes(
          'fixed inset-y-0 flex flex-col border-line bg-surface safe-bottom',
          wide ? 'w-96 max-w-full' : 'w-72 max-w-[85vw]',
          side === 'left' ? 'left-0 border-r' : 'right-0 border-l',
        )}
        style={{ paddingTop: 'var(--safe-top)' }}
      >
        {children}
      </DialogPanel>
    </Headless>
  )
}
