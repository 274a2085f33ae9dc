import type { Backups } from '../../../../../src/features/provider/backups/model'
import { fileSize } from '../../../../lib/file-size'
import { formatDateTime } from '../../../../lib/time'

interface BackupListProps {
  title: string
  backups: Backups['kept']
}

/** Backups with time, size and the id that `balcao restore` takes; folded, and nothing without any. */
export function BackupList({ title, backups }: BackupListProps) {
  if (backups.length === 0) return null
  return (
    <details className="rounded-lg border border-line bg-surface p-4">
      <summary className="cursor-pointer font-semibold">
        {title} ({backups.length})
      </summary>
      <ul aria-label={title} className="mt-3 flex flex-col gap-2">
        {backups.map(({ id, at, size }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 tabular-nums">
            <span>{formatDateTime(at)}</span>
            <span className="text-muted text-sm">{fileSize(size)}</span>
            <code className="select-all break-all text-muted text-sm">{id}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
