import type { ReactNode } from 'react'
import { SearchField } from './search-field'

interface PageToolsProps {
  search?: {
    label: string
    /** Search already applied. */
    initial?: string
    onSearch: (text: string) => void
  }
  /** Filters beside the search. */
  children?: ReactNode
}

/** Search and filters of a page, below its head and above its list (docs/design.md, "Pages"). */
export const PageTools = ({ search, children }: PageToolsProps) => (
  <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
    {search && <SearchField {...search} className="w-full sm:w-72" />}
    {children}
  </div>
)
