import type { ReactNode } from 'react'
import { classes } from '../lib/classes'

/** Scroll area for a wide table or a long text, also scrollable by keyboard. */
export function ScrollArea({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: focus lets arrow keys scroll the area.
      tabIndex={0}
      className={classes('overflow-auto rounded-md border border-line', className)}
    >
      {children}
    </section>
  )
}
