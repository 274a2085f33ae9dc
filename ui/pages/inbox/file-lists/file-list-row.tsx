import { Paperclip, Pencil, Trash2 } from 'lucide-react'
import type { FileList } from '../../../../src/features/inbox/file-lists/model'
import { Chip } from '../../../components/chip'
import { IconButton } from '../../../components/icon-button'
import { useTranslation } from '../../../lib/use-translation'
import { SampleLine } from '../../../whatsapp-text/sample-line'
import { removeFileList } from './store'

/** Row of a file list: name, start of the text, number of files, and actions. */
export function FileListRow({ row, onEdit }: { row: FileList; onEdit?: () => void }) {
  const { t } = useTranslation()
  const { name, message, options } = row
  const nameOption = { name, interpolation: { escapeValue: false } }
  return (
    <li className="flex items-start gap-2 py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 py-1.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          {options.length > 0 && (
            <Chip icon={<Paperclip aria-hidden />}>{t('files.count', { count: options.length })}</Chip>
          )}
        </div>
        <p className="line-clamp-2 text-muted wrap-anywhere">
          <SampleLine text={message} />
        </p>
      </div>
      {onEdit && (
        <>
          <IconButton label={t('files.editOf', nameOption)} onClick={onEdit}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton label={t('files.deleteOf', nameOption)} tone="danger" onClick={() => void removeFileList(row)}>
            <Trash2 aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}
