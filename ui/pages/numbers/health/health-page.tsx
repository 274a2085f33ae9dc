import { type ReactNode, useState } from 'react'
import { Alert } from '../../../components/alert'
import { BackLink } from '../../../components/back-link'
import { ErrorBoundary } from '../../../components/error-boundary'
import { ErrorState } from '../../../components/error-state'
import { PageHead } from '../../../components/page-head'
import { BareSelect } from '../../../components/select'
import { Skeleton } from '../../../components/skeleton'
import { connections } from '../../../lib/connections'
import { health as healthOfAll } from '../../../lib/health'
import { lazyPage } from '../../../lib/lazy-page'
import { useList } from '../../../lib/list'
import { paths } from '../../../lib/paths'
import { formatDateTime } from '../../../lib/time'
import { useTitle } from '../../../lib/title'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { Facts } from './facts'
import { useNumberHealth } from './use-number-health'
import { Verdict } from './verdict'

/** Charts in a chunk of their own, so that the verdict appears first. */
const Charts = lazyPage(
  () => import('./charts').then((page) => page.Charts),
  () => <Skeleton className="h-72 w-full rounded-lg!" />,
)

const periods = [1, 7, 30, 90]
const usualPeriod = 7

/** Health of one connection: what it may do now, its figures and their history. */
export function ConnectionHealthPage({ id }: { id: number }) {
  const { t } = useTranslation()
  const [days, setDays] = useState(usualPeriod)
  const { rows, state } = useList(connections)
  const connection = rows.find((row) => row.id === id)
  const session = useValue(healthOfAll).get(id)
  const { health, failure, reload } = useNumberHealth(id, days)
  useTitle(t('health.title', { name: connection?.name ?? '' }))
  if (state === 'ready' && !connection)
    return (
      <Frame>
        <Alert tone="warn">{t('health.missing')}</Alert>
      </Frame>
    )
  return (
    <Frame>
      <PageHead title={t('health.title', { name: connection?.name ?? '…' })} lead={t('health.lead')} />
      {failure && <ErrorState failure={failure} onRetry={reload} />}
      {!failure && !(connection && health && session) && <PageBones />}
      {connection && health && session && (
        <div className="flex flex-col gap-4">
          {session.outage && (
            <Alert tone="danger">{t('health.outageSince', { time: formatDateTime(session.outage.since) })}</Alert>
          )}
          <Verdict health={health} onChange={reload} />
          <Facts connection={connection} session={session} health={health} />
          <History days={days} onDays={setDays}>
            <ErrorBoundary resetKey={`${days}`}>
              <Charts points={health.points} />
            </ErrorBoundary>
          </History>
        </div>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="page">
      <BackLink to={paths.connections}>{t('health.back')}</BackLink>
      {children}
    </div>
  )
}

interface HistoryProps {
  days: number
  onDays: (days: number) => void
  children: ReactNode
}

function History({ days, onDays, children }: HistoryProps) {
  const { t } = useTranslation()
  const nameOf = (count: number) => (count === 1 ? t('health.lastDay') : t('health.lastDays', { count }))
  return (
    <>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold text-lg">{t('health.history')}</h2>
        <BareSelect
          label={t('health.period')}
          value={`${days}`}
          choices={periods.map((count) => ({ value: `${count}`, label: nameOf(count) }))}
          onChange={(value) => onDays(Number(value))}
          className="w-full sm:w-52"
        />
      </div>
      {children}
    </>
  )
}

function PageBones() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-4">
      <Skeleton className="h-20 w-full rounded-lg!" />
      <Skeleton className="h-48 w-full rounded-lg!" />
      <Skeleton className="h-72 w-full rounded-lg!" />
    </div>
  )
}
