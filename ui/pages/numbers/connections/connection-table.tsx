import { Activity, Pencil, Star, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { IconButton } from '../../../components/icon-button'
import { CardSkeletons } from '../../../components/skeleton'
import { SkeletonTable } from '../../../components/skeleton-table'
import { TableHead } from '../../../components/table-head'
import { toConnectionHealth } from '../../../lib/paths'
import { showNumber } from '../../../lib/phone'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { Status } from './connection-status'
import type { RowsProps } from './connections-page'
import { SessionActions } from './session-actions'
import { removeConnection } from './session-requests'

const cell = 'px-4 py-2 align-middle'

function useColumns(mayEdit: boolean) {
  const { t } = useTranslation()
  return [
    t('connections.name'),
    t('connections.statusLabel'),
    ...(mayEdit ? [t('connections.session')] : []),
    t('connections.updatedAt'),
    t('connections.default'),
  ]
}

/** Placeholder of the connections while they load. */
export function ConnectionSkeleton({ isTable, mayEdit }: { isTable: boolean; mayEdit: boolean }) {
  const columns = useColumns(mayEdit)
  return isTable ? <SkeletonTable columns={columns} rows={2} height={71} /> : <CardSkeletons rows={2} height={200} />
}

export function ConnectionTable({ rows, mayEdit, onEdit, onQr }: RowsProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  return (
    <div className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="page-table">
        <TableHead columns={useColumns(mayEdit)} actions={mayEdit && t('connections.actions')} />
        <tbody className="divide-y divide-line">
          {rows.map((connection) => (
            <tr key={connection.id}>
              <th scope="row" className={`${cell} min-w-48 text-left font-normal`}>
                <ConnectionName connection={connection} />
              </th>
              <td className={`${cell} w-full min-w-60`}>
                <Status connection={connection} />
              </td>
              {mayEdit && (
                <td className={`${cell} whitespace-nowrap`}>
                  <SessionActions connection={connection} onQr={onQr} />
                </td>
              )}
              <td className={`${cell} whitespace-nowrap text-muted tabular-nums`}>
                {formatDateTime(connection.updatedAt)}
              </td>
              <td className={cell}>{connection.isDefault && <DefaultMark />}</td>
              {mayEdit && (
                <td className={`${cell} py-2! whitespace-nowrap text-right`}>
                  <IconButton
                    label={t('connections.healthOf', { name: connection.name })}
                    onClick={() => navigate(toConnectionHealth(connection.id))}
                  >
                    <Activity aria-hidden />
                  </IconButton>
                  <IconButton label={t('connections.edit')} onClick={() => onEdit(connection)}>
                    <Pencil aria-hidden />
                  </IconButton>
                  <IconButton
                    label={t('common.delete')}
                    tone="danger"
                    onClick={() => void removeConnection(connection)}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function ConnectionName({ connection: { name, number, queues } }: { connection: Connection }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="block font-medium">{name}</span>
      <span className="block whitespace-nowrap text-faint text-sm tabular-nums">
        {number ? showNumber(number) : t('connections.noNumber')}
      </span>
      <span className="block text-muted text-sm">
        {queues.length > 0 ? queues.map((queue) => queue.name).join(', ') : t('connections.withoutQueues')}
      </span>
    </>
  )
}

function DefaultMark() {
  const { t } = useTranslation()
  return (
    <span className="flex h-5 items-center text-muted">
      <Star aria-hidden className="size-4 fill-current" />
      <span className="sr-only">{t('connections.isDefault')}</span>
    </span>
  )
}
