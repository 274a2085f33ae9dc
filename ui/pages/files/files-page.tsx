import { Files, Plus, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { FileList } from '../../../src/features/file-lists/model'
import { BoxedList } from '../../components/boxed-list'
import { Button } from '../../components/button'
import { EmptyState } from '../../components/empty-state'
import { PageHead } from '../../components/page-head'
import { SearchField } from '../../components/search-field'
import { useCan } from '../../lib/can'
import { useTitle } from '../../lib/title'
import { useTranslation } from '../../lib/use-translation'
import { FileListDialog } from './file-list-dialog'
import { FileListRow } from './file-list-row'
import { fileLists, searchFileLists, useFileListsLive } from './store'

/** List in the dialog, 'new' to create one, or null. */
type Editing = FileList | 'new' | null

export function FilesPage() {
  const { t } = useTranslation()
  const [editing, setEditing] = useState<Editing>(null)
  const [text, setText] = useState('')
  const mayEdit = useCan('file:edit')
  useTitle(t('files.title'))
  useFileListsLive()
  useEffect(() => searchFileLists(text), [text])

  const add = mayEdit && (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
      {t('files.add')}
    </Button>
  )
  return (
    <div className="mx-auto w-full max-w-4xl p-4 sm:p-6">
      <PageHead title={t('files.title')} lead={t('files.lead')}>
        {add}
      </PageHead>
      <SearchField label={t('files.searchLabel')} onSearch={setText} className="mb-4 max-w-sm" />
      <BoxedList
        list={fileLists}
        label={t('files.title')}
        skeletonRows={5}
        empty={<NoFileLists text={text} add={add} />}
        render={(row) => <FileListRow row={row} onEdit={mayEdit ? () => setEditing(row) : undefined} />}
        hideEnd
      />
      {editing && <FileListDialog fileList={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </div>
  )
}

function NoFileLists({ text, add }: { text: string; add: ReactNode }) {
  const { t } = useTranslation()
  if (text)
    return (
      <EmptyState
        icon={<SearchX />}
        title={t('files.noneTitle')}
        text={t('files.noneText', { text, interpolation: { escapeValue: false } })}
      />
    )
  return <EmptyState icon={<Files />} title={t('files.emptyTitle')} text={t('files.emptyText')} action={add} />
}
