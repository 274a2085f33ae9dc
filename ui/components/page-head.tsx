import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'

export interface PageAction {
  label: string
  onAdd: () => void
  /** Plus sign by default. */
  icon?: ReactNode
}

interface PageHeadProps {
  title: string
  /** One sentence: what the page is for, or its state. */
  lead?: ReactNode
  /** Main action of the page: the only solid button, at the end of the head. */
  add?: PageAction | false
  /** Further actions, before the main one. */
  children?: ReactNode
}

/** Head of a page (docs/design.md, "Pages"); the actions wrap below it on phones. */
export const PageHead = ({ title, lead, add, children }: PageHeadProps) => (
  <div className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3">
    <div className="min-w-0 flex-1 basis-60">
      <h1 className="font-semibold text-xl wrap-anywhere">{title}</h1>
      {lead && <p className="text-muted text-sm tabular-nums">{lead}</p>}
    </div>
    {(children || add) && (
      <div className="flex max-w-full flex-wrap items-center gap-2 print:hidden">
        {children}
        {add && <AddButton {...add} />}
      </div>
    )}
  </div>
)

/** Solid button that adds a record: in the head of a page and in its empty list. */
export const AddButton = ({ label, onAdd, icon = <Plus aria-hidden /> }: PageAction) => (
  <Button variant="primary" icon={icon} onClick={onAdd}>
    {label}
  </Button>
)
