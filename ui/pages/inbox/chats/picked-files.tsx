import { X } from 'lucide-react'
import { IconButton } from '../../../components/icon-button'
import { fileSize } from '../../../lib/file-size'
import { useTranslation } from '../../../lib/use-translation'
import { addAttachments } from '../tickets/composer/attach'
import type { Attachment } from '../tickets/store/composer'

/** Adds files within the limits of a message to customers; refusals are shown. */
export const addFiles = (before: Attachment[], files: File[]): Attachment[] => addAttachments(before, files)

/** Files chosen for the next message, at most as many as in a message to customers. */
export function PickedFiles({ files, onChange }: { files: Attachment[]; onChange: (files: Attachment[]) => void }) {
  const { t } = useTranslation()
  if (files.length === 0) return null
  return (
    <ul aria-label={t('chats.files', { count: files.length })} className="mx-2 mt-2 flex flex-wrap gap-2">
      {files.map(({ id, file }) => (
        <li
          key={id}
          className="flex min-w-0 max-w-full items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3 text-sm"
        >
          <span className="min-w-0 max-w-60 truncate">{file.name}</span>
          <span className="shrink-0 text-faint text-xs">{fileSize(file.size)}</span>
          <IconButton
            size="sm"
            tooltipSide="top"
            label={t('chats.removeFile', { name: file.name })}
            onClick={() => onChange(files.filter((one) => one.id !== id))}
          >
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
