import type { ReactNode } from 'react'
import { classes } from '../lib/classes'

interface PageHeadProps {
  title: string
  lead: ReactNode
  /** Page actions, the primary one first. */
  children?: ReactNode
  /** Larger margin below, for pages without a search field. */
  spacious?: boolean
}

/** Heading of a console page; the actions wrap below it on phones. */
export const PageHead = ({ title, lead, children, spacious }: PageHeadProps) => (
  <div className={classes('mb-4 flex flex-wrap items-center gap-x-4 gap-y-3', spacious && 'sm:mb-6')}>
    <div className="min-w-0 flex-1 basis-60">
      <h1 className="font-semibold text-xl">{title}</h1>
      <p className="text-muted tabular-nums">{lead}</p>
    </div>
    {children}
  </div>
)
