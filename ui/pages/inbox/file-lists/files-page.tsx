import { Files } from 'lucide-react'
import { CrudPage } from '../../../components/crud-page'
import { useCan } from '../../../lib/can'
import { useTranslation } from '../../../lib/use-translation'
import { FileListDialog } from './file-list-dialog'
import { FileListRow } from './file-list-row'
import { fileLists, searchFileLists, useFileListsLive } from './store'

export function FilesPage() {
  const { t } = useTranslation()
  const mayEdit = useCan('file:edit')
  useFileListsLive()
  return (
    <CrudPage
      list={fileLists}
      search={searchFileLists}
      mayAdd={mayEdit}
      icon={<Files />}
      texts={{
        title: t('files.title'),
        lead: t('files.lead'),
        search: t('files.searchLabel'),
        add: t('files.add'),
        emptyTitle: t('files.emptyTitle'),
        emptyText: t('files.emptyText'),
      }}
      noMatch={(text) => ({ title: t('files.noneTitle'), text: t('files.noneText', { text }) })}
      rowHeight={68}
      renderRow={(row, onEdit) => <FileListRow row={row} onEdit={mayEdit ? onEdit : undefined} />}
      renderDialog={(fileList, onClose) => <FileListDialog fileList={fileList} onClose={onClose} />}
    />
  )
}
