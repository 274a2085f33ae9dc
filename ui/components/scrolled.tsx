import type { ReactNode } from 'react'
import { classes } from '../lib/classes'

/** A table that may be larger than its place: scrolled by the keyboard, too. */
export function Scrolled({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the arrows.
      tabIndex={0}
      className={classes('overflow-auto rounded-md border border-line', className)}
    >
      {children}
    </section>
  )
}
