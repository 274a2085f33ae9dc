import { signal } from '@preact/signals-react'
import { LogOut } from 'lucide-react'
import { useEffect } from 'react'
import type { LoginRow } from '../../../src/features/auth/model'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { ErrorState } from '../../components/error-state'
import { IconButton } from '../../components/icon-button'
import { SkeletonRows } from '../../components/skeleton'
import { api, unwrapResponse } from '../../lib/api'
import { createList, useList } from '../../lib/list'
import { formatDateTime } from '../../lib/time'
import { toastError, toastSuccess } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { deviceName } from './device-name'
import { ProfileSection } from './profile-section'

const sessionList = createList<LoginRow>({
  load: async () => ({ rows: (await unwrapResponse(api.auth.sessions.get())).sessions, hasMore: false }),
  compare: (a, b) => b.id - a.id,
})
const revokeReasons = ['elsewhere', 'logout', 'password', 'reset', 'revoked', 'reuse'] as const
/** True while a request is in flight; ignores further clicks. */
const busy = signal(false)

export function SessionsCard() {
  const { t } = useTranslation()
  const { rows, state, failure } = useList(sessionList)
  useEffect(() => void sessionList.reload(), [])
  const endSessions = async (work: Promise<unknown>) => {
    if (busy.peek()) return
    busy.value = true
    await work.then(() => toastSuccess(t('profile.sessionEnded')), toastError)
    busy.value = false
    await sessionList.reload()
  }
  const others = rows.some(({ endedAt, isThis }) => endedAt === null && !isThis)
  return (
    <ProfileSection title={t('profile.sessions')} lead={t('profile.sessionsLead')}>
      {rows.length === 0 &&
        (state === 'failed' ? (
          <ErrorState failure={failure} onRetry={() => sessionList.reload()} />
        ) : (
          <SkeletonRows rows={2} avatar={false} />
        ))}
      <ul aria-label={t('profile.sessions')} className="divide-y divide-line">
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            onEnd={() => void endSessions(unwrapResponse(api.auth.sessions({ id: row.id }).delete()))}
          />
        ))}
      </ul>
      {others && (
        <Button className="mt-3" onClick={() => void endSessions(unwrapResponse(api.auth.sessions.delete()))}>
          {t('profile.endOthers')}
        </Button>
      )}
    </ProfileSection>
  )
}

function Row({ row, onEnd }: { row: LoginRow; onEnd: () => void }) {
  const { t } = useTranslation()
  const device = deviceName(row.userAgent) || t('profile.unknownDevice')
  const reason = revokeReasons.find((one) => one === row.revokedFor) ?? 'other'
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {row.isThis && <Badge tone="good">{t('profile.thisOne')}</Badge>}
        </p>
        <p className="break-words text-muted text-sm tabular-nums">
          {[row.address, t('profile.since', { date: formatDateTime(row.createdAt) })].filter(Boolean).join(' · ')}
        </p>
        <p className="text-faint text-sm tabular-nums">
          {row.endedAt
            ? `${t('profile.ended', { date: formatDateTime(row.endedAt) })} · ${t(`profile.endedBy.${reason}`)}`
            : t('profile.lastUsed', { date: formatDateTime(row.lastUsedAt) })}
        </p>
      </div>
      {!row.endedAt && !row.isThis && (
        <IconButton label={t('profile.endSession', { device })} onClick={onEnd}>
          <LogOut aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
