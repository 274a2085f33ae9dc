import type { ReactNode } from 'react'

interface PageHeadProps {
  title: string
  /** One sentence: what the page is for, or its state. */
  lead?: ReactNode
  /** Page actions, the primary one first; at most one is solid. */
  children?: ReactNode
}

/** Head of a page (docs/design.md, "Pages"); the actions wrap below it on phones. */
export const PageHead = ({ title, lead, children }: PageHeadProps) => (
  <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
    <div className="min-w-0 flex-1 basis-60">
      <h1 className="font-semibold text-xl wrap-anywhere">{title}</h1>
      {lead && <p className="text-muted text-sm">{lead}</p>}
    </div>
    {children}
  </div>
)
