import { Activity, EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Connection } from '../../../../src/features/numbers/connections/model'
import { Chip } from '../../../components/chip'
import { IconButton } from '../../../components/icon-button'
import { Menu } from '../../../components/menu'
import { toConnectionHealth } from '../../../lib/paths'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { Status } from './connection-status'
import { ConnectionName } from './connection-table'
import type { RowsProps } from './connections-page'
import { SessionActions } from './session-actions'
import { removeConnection } from './session-requests'

/** Connections as cards, for narrow screens. */
export function ConnectionCards({ rows, mayEdit, onEdit, onQr }: RowsProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('connections.title')} className="flex flex-col gap-3">
      {rows.map((connection) => (
        <li key={connection.id} className="rounded-lg border border-line bg-surface p-4">
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <ConnectionName connection={connection} />
            </div>
            {connection.isDefault && <Chip className="mt-0.5">{t('connections.default')}</Chip>}
            {mayEdit && <CardMenu connection={connection} onEdit={onEdit} />}
          </div>
          <div className="mt-3">
            <Status connection={connection} />
          </div>
          {mayEdit && (
            <div className="mt-3">
              <SessionActions connection={connection} onQr={onQr} />
            </div>
          )}
          <p className="mt-3 text-faint text-xs tabular-nums">
            {t('connections.updatedAt')}: {formatDateTime(connection.updatedAt)}
          </p>
        </li>
      ))}
    </ul>
  )
}

function CardMenu({ connection, onEdit }: { connection: Connection } & Pick<RowsProps, 'onEdit'>) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  return (
    <Menu
      trigger={
        <IconButton label={t('connections.actionsFor', { name: connection.name })} className="-mt-2 -mr-2">
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
      entries={[
        {
          label: t('connections.healthOf', { name: connection.name }),
          icon: <Activity aria-hidden />,
          onSelect: () => navigate(toConnectionHealth(connection.id)),
        },
        { label: t('connections.edit'), icon: <Pencil aria-hidden />, onSelect: () => onEdit(connection) },
        {
          label: t('common.delete'),
          icon: <Trash2 aria-hidden />,
          danger: true,
          onSelect: () => void removeConnection(connection),
        },
      ]}
    />
  )
}
