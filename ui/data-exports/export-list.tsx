import { Download } from 'lucide-react'
import { useEffect } from 'react'
import type { DataExport } from '../../src/features/provider/data-transfer/model'
import { ErrorState } from '../components/error-state'
import { SkeletonRows } from '../components/skeleton'
import { fileSize } from '../lib/file-size'
import { useList } from '../lib/list'
import { useLive } from '../lib/realtime'
import { formatDateTime } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { dataExports, receiveExportEvent } from './exports'

/** Exports of one kind: in progress, downloadable or expired. */
export function ExportList({ kind, empty }: { kind: DataExport['kind']; empty: string }) {
  const { rows: all, state, failure } = useList(dataExports)
  useLive({ dataExport: receiveExportEvent }, dataExports.reload)
  useEffect(() => void dataExports.reload(), [])
  const rows = all.filter((row) => row.kind === kind)
  if (rows.length === 0 && state === 'failed') return <ErrorState failure={failure} onRetry={dataExports.reload} />
  if (rows.length === 0 && state !== 'ready') return <SkeletonRows rows={2} avatar={false} />
  if (rows.length === 0) return <p className="px-4 py-6 text-center text-muted">{empty}</p>
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <ExportRow key={row.id} row={row} />
      ))}
    </ul>
  )
}

/** One export: subject, author and download. */
export function ExportRow({ row }: { row: DataExport }) {
  const { t } = useTranslation()
  const what = row.kind === 'contact' ? t('audit.exportOfContact', { id: row.contactId }) : t('audit.exportOfCompany')
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium">{what}</span>
        <span className="block text-muted text-sm">
          {t('audit.exportBy', { name: row.userName, when: formatDateTime(row.createdAt) })}
        </span>
      </span>
      <ExportState row={row} />
    </li>
  )
}

function ExportState({ row: { status, url, size } }: { row: DataExport }) {
  const { t } = useTranslation()
  if (status === 'making') return <span className="text-muted text-sm">{t('audit.exportMaking')}</span>
  if (status === 'failed') return <span className="text-danger-ink text-sm">{t('audit.exportFailed')}</span>
  if (!url) return <span className="text-faint text-sm">{t('audit.exportGone')}</span>
  return (
    <a
      href={url}
      download
      className="inline-flex h-control items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-hover"
    >
      <Download aria-hidden className="size-4" />
      {t('audit.download', { size: fileSize(size) })}
    </a>
  )
}
