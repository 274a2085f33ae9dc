import type { ReactNode } from 'react'
import { classes } from '../lib/classes'

interface PageHeadProps {
  title: string
  lead: ReactNode
  /** What can be done with the whole page, the main thing first. */
  children?: ReactNode
  /** More air below, where no search follows. */
  airy?: boolean
}

/** How a page of the console begins; its buttons go below on a telephone. */
export const PageHead = ({ title, lead, children, airy }: PageHeadProps) => (
  <div className={classes('mb-4 flex flex-wrap items-center gap-x-4 gap-y-3', airy && 'sm:mb-6')}>
    <div className="min-w-0 flex-1 basis-60">
      <h1 className="font-semibold text-xl">{title}</h1>
      <p className="text-muted tabular-nums">{lead}</p>
    </div>
    {children}
  </div>
)
