import { Plus, SearchX } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useState } from 'react'
import type { List } from '../lib/list'
import { useTitle } from '../lib/title'
import { BoxedList } from './boxed-list'
import { Button } from './button'
import { EmptyState } from './empty-state'
import { PageHead } from './page-head'
import { SearchField } from './search-field'

interface CrudPageProps<T extends { id: number }> {
  list: List<T>
  /** Loads the list for the text; must be the same function in every render. */
  search: (text: string) => void
  mayAdd: boolean
  /** Page actions after "add". */
  actions?: ReactNode
  icon: ReactElement
  texts: { title: string; lead: string; search: string; add: string; emptyTitle: string; emptyText: string }
  /** Texts for a search without matches. */
  noMatch: (text: string) => { title: string; text: string }
  renderRow: (record: T, onEdit: () => void) => ReactNode
  /** Dialog for a record, or for a new one (null). */
  renderDialog: (record: T | null, onClose: () => void) => ReactNode
}

/** Page with a searchable list of records and a dialog to create and edit them. */
export function CrudPage<T extends { id: number }>({
  list,
  search,
  mayAdd,
  actions,
  icon,
  texts,
  noMatch,
  renderRow,
  renderDialog,
}: CrudPageProps<T>) {
  const [editing, setEditing] = useState<T | 'new' | null>(null)
  const [text, setText] = useState('')
  useTitle(texts.title)
  useEffect(() => search(text), [search, text])

  const add = mayAdd && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
      {texts.add}
    </Button>
  )
  return (
    <div className="page">
      <PageHead title={texts.title} lead={texts.lead}>
        {add}
        {actions}
      </PageHead>
      <SearchField label={texts.search} onSearch={setText} className="mb-4 max-w-sm" />
      <BoxedList
        list={list}
        label={texts.title}
        skeletonRows={5}
        empty={
          text ? (
            <EmptyState icon={<SearchX />} {...noMatch(text)} />
          ) : (
            <EmptyState icon={icon} title={texts.emptyTitle} text={texts.emptyText} action={add} />
          )
        }
        render={(record) => renderRow(record, () => setEditing(record))}
        hideEnd
      />
      {editing && renderDialog(editing === 'new' ? null : editing, () => setEditing(null))}
    </div>
  )
}
