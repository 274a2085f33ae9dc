import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useEffect } from 'react'
import type { LoginRow } from '../../src/features/accounts/users/model'
import { deviceKindOf } from '../../src/shared/device-kind'
import { Badge } from '../components/badge'
import { Button } from '../components/button'
import { ErrorState } from '../components/error-state'
import { IconButton } from '../components/icon-button'
import { SkeletonRows } from '../components/skeleton'
import { type List, useList } from '../lib/list'
import { formatDateTime } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { deviceName } from './device-name'

const endReasons = ['admin', 'elsewhere', 'logout', 'password', 'reset', 'revoked', 'reuse'] as const

interface LoginListProps {
  list: List<LoginRow>
  /** True in the profile of the person whose logins these are. */
  isOwn: boolean
  onEnd: (row: LoginRow) => void
  onEndAll: () => void
}

/** Logins of a user with device, address and times; open ones can be ended one by one or all at once. */
export function LoginList({ list, isOwn, onEnd, onEndAll }: LoginListProps) {
  const { t } = useTranslation()
  const { rows, state, failure } = useList(list)
  useEffect(() => void list.reload(), [list])
  const others = rows.filter(({ endedAt, isThis }) => endedAt === null && !isThis)
  if (rows.length === 0 && state === 'failed') return <ErrorState failure={failure} onRetry={() => list.reload()} />
  if (rows.length === 0 && state === 'ready') return <p className="text-muted">{t('logins.none')}</p>
  if (rows.length === 0) return <SkeletonRows rows={2} avatar={false} />
  return (
    <>
      <ul aria-label={t('logins.title')} className="divide-y divide-line">
        {rows.map((row) => (
          <Row key={row.id} row={row} isOwn={isOwn} onEnd={() => onEnd(row)} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button className="mt-3" onClick={onEndAll}>
          {isOwn ? t('logins.endOthers') : t('logins.endAll')}
        </Button>
      )}
    </>
  )
}

function Row({ row, isOwn, onEnd }: { row: LoginRow; isOwn: boolean; onEnd: () => void }) {
  const { t } = useTranslation()
  const device = deviceName(row.userAgent) || t('logins.unknownDevice')
  const Icon = deviceKindOf(row.userAgent) === 'phone' ? Smartphone : Monitor
  const since = t('logins.since', { date: formatDateTime(row.createdAt) })
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {row.isThis && <Badge tone="good">{t('logins.thisOne')}</Badge>}
        </p>
        <p className="break-words text-muted text-sm tabular-nums">
          {[row.address, since].filter(Boolean).join(' · ')}
        </p>
        <p className="text-faint text-sm tabular-nums">
          {row.endedAt
            ? `${t('logins.ended', { date: formatDateTime(row.endedAt) })} · ${t(endText(row, isOwn))}`
            : t('logins.lastUsed', { date: formatDateTime(row.lastUsedAt) })}
        </p>
      </div>
      {!row.endedAt && !row.isThis && (
        <IconButton label={t('logins.end', { device })} onClick={onEnd}>
          <LogOut aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

function endText({ revokedFor }: LoginRow, isOwn: boolean) {
  const reason = endReasons.find((one) => one === revokedFor) ?? 'other'
  if (!isOwn && (reason === 'logout' || reason === 'revoked')) return `logins.endedBy.${reason}ByUser` as const
  return `logins.endedBy.${reason}` as const
}
