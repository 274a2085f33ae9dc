import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { Skeleton } from './skeleton'
import { partsOf, type TableColumn, TableHead } from './table-head'

interface SkeletonTableProps {
  columns: TableColumn[]
  rows: number
  /** Height of a row in px. */
  height?: number
}

/** Placeholder of a table of a page: its head, and rows of its height. */
export function SkeletonTable({ columns, rows, height = 56 }: SkeletonTableProps) {
  const { t } = useTranslation()
  return (
    <div
      role="status"
      aria-label={t('common.loading')}
      className="@container overflow-hidden rounded-lg border border-line bg-surface"
    >
      <table aria-hidden className="page-table">
        <TableHead columns={columns} />
        <tbody className="divide-y divide-line">
          {Array.from({ length: rows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: all rows are equal and never move.
            <tr key={index} style={{ height }}>
              {columns.map(partsOf).map(({ text, className }) => (
                <td key={text} className={classes('px-4', className)}>
                  <Skeleton className="h-3 w-3/5" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
