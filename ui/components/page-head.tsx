import { CircleHelp, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { manualPageOf, toManual } from '../lib/manual'
import { useTranslation } from '../lib/use-translation'
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
      <div className="flex items-center gap-1">
        <h1 className="min-w-0 font-semibold text-xl wrap-anywhere">{title}</h1>
        <ManualLink />
      </div>
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

/** Link to the page of the manual for this screen, in a tab of its own, so that nothing typed here is left. */
function ManualLink() {
  const { t } = useTranslation()
  const [address] = useLocation()
  const page = manualPageOf(address)
  if (!page) return null
  const label = t('helps.manualOfScreen')
  return (
    <a
      href={toManual(page)}
      target="_blank"
      rel="noreferrer"
      aria-label={label}
      title={label}
      className="flex size-control-sm shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink print:hidden"
    >
      <CircleHelp aria-hidden className="size-4" />
    </a>
  )
}

/** Solid button that adds a record: in the head of a page and in its empty list. */
export const AddButton = ({ label, onAdd, icon = <Plus aria-hidden /> }: PageAction) => (
  <Button variant="primary" icon={icon} onClick={onAdd}>
    {label}
  </Button>
)
