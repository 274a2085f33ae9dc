import { SearchX } from 'lucide-react'
import { Fragment, type ReactElement, type ReactNode, useEffect, useState } from 'react'
import type { List } from '../lib/list'
import { useTitle } from '../lib/title'
import { BoxedList } from './boxed-list'
import { EmptyState } from './empty-state'
import { AddButton, PageHead } from './page-head'
import { PageTools } from './page-tools'

interface CrudPageProps<T extends { id: number }> {
  list: List<T>
  /** Loads the list for the text; must be the same function in every render. */
  search: (text: string) => void
  mayAdd: boolean
  /** Page actions beside "add". */
  actions?: ReactNode
  icon: ReactElement
  texts: { title: string; lead: string; search: string; add: string; emptyTitle: string; emptyText: string }
  /** Texts for a search without matches. */
  noMatch: (text: string) => { title: string; text: string }
  /** Usual height of a row in px. */
  rowHeight?: number
  renderRow: (record: T, onEdit: () => void) => ReactNode
  /** Dialog or panel for a record, or for a new one (null). */
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
  rowHeight,
  renderRow,
  renderDialog,
}: CrudPageProps<T>) {
  const [editing, setEditing] = useState<T | 'new' | null>(null)
  const [text, setText] = useState('')
  useTitle(texts.title)
  useEffect(() => search(text), [search, text])

  const add = mayAdd && { label: texts.add, onAdd: () => setEditing('new') }
  return (
    <div className="page">
      <PageHead title={texts.title} lead={texts.lead} add={add}>
        {actions}
      </PageHead>
      <PageTools search={{ label: texts.search, onSearch: setText }} />
      <BoxedList
        list={list}
        label={texts.title}
        skeletonRows={5}
        rowHeight={rowHeight}
        empty={
          text ? (
            <EmptyState icon={<SearchX />} {...noMatch(text)} />
          ) : (
            <EmptyState
              icon={icon}
              title={texts.emptyTitle}
              text={texts.emptyText}
              action={add && <AddButton {...add} />}
            />
          )
        }
        render={(record) => renderRow(record, () => setEditing(record))}
        hideEnd
      />
      {editing && (
        <Fragment key={editing === 'new' ? 0 : editing.id}>
          {renderDialog(editing === 'new' ? null : editing, () => setEditing(null))}
        </Fragment>
      )}
    </div>
  )
}
