import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { Connection, ConnectionHealth } from '../../../src/features/connections/model'
import { Alert } from '../../components/alert'
import { Button } from '../../components/button'
import { Dialog } from '../../components/dialog'
import { ErrorState } from '../../components/error-state'
import { SkeletonRows } from '../../components/skeleton'
import { connections } from '../../lib/connections'
import { asFailure } from '../../lib/failure'
import { health, reloadHealth } from '../../lib/health'
import { useList } from '../../lib/list'
import { formatDateTime } from '../../lib/time'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { Status } from './connection-status'

/** Health of one connection: outages, traffic, errors and limits set by WhatsApp. */
export function HealthDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const connection = useList(connections).rows.find((each) => each.id === id)
  return connection ? <Health connection={connection} onClose={onClose} /> : null
}

function Health({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTranslation()
  const row = useValue(health).get(connection.id)
  const [failure, setFailure] = useState<unknown>(null)
  const load = () => reloadHealth().then(() => setFailure(null), setFailure)
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again at each change of the connection.
  useEffect(() => void load(), [connection.updatedAt])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('connections.healthTitle', { name: connection.name })}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Status connection={connection} />
        {row && <HealthFacts row={row} />}
        {!row && failure === null && <SkeletonRows rows={3} avatar={false} />}
        {!row && failure !== null && <ErrorState failure={asFailure(failure)} onRetry={load} />}
      </div>
    </Dialog>
  )
}

function HealthFacts({ row }: { row: ConnectionHealth }) {
  const { t } = useTranslation()
  const when = (at: string | null) => (at ? formatDateTime(at) : t('connections.never'))
  return (
    <>
      {row.outage && (
        <Alert tone="danger">{t('connections.outageSince', { time: formatDateTime(row.outage.since) })}</Alert>
      )}
      <dl className="divide-y divide-line rounded-lg border border-line">
        <Fact label={t('connections.stateSince')}>{when(row.stateAt)}</Fact>
        <Fact label={t('connections.lastIn')}>{when(row.lastInAt)}</Fact>
        <Fact label={t('connections.lastOut')}>{when(row.lastOutAt)}</Fact>
        <Fact label={t('connections.failures')}>{row.failures}</Fact>
        <Fact label={t('connections.reconnects')}>{row.reconnects}</Fact>
      </dl>
      <h3 className="font-semibold">{t('connections.waLimits')}</h3>
      <Limits limits={row.limits} />
    </>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-center justify-between gap-4 px-3 py-2">
    <dt className="text-muted">{label}</dt>
    <dd className="text-right font-medium tabular-nums">{children}</dd>
  </div>
)

function Limits({ limits: { reachOut, newChats } }: Pick<ConnectionHealth, 'limits'>) {
  const { t } = useTranslation()
  // A limit ends at its time without a further event.
  const isHeld = reachOut?.active === true && (reachOut.until === null || reachOut.until > new Date().toISOString())
  return (
    <div className="flex flex-col gap-2">
      {isHeld && (
        <Alert tone="warn">
          {reachOut.until
            ? t('connections.reachOutUntil', { time: formatDateTime(reachOut.until) })
            : t('connections.reachOut')}
        </Alert>
      )}
      {newChats?.total != null && (
        <Alert tone={newChats.status === 'NONE' ? 'info' : 'warn'}>
          {t('connections.newChats', { used: newChats.used ?? 0, total: newChats.total })}
          {newChats.endsAt && ` ${t('connections.newChatsUntil', { time: formatDateTime(newChats.endsAt) })}`}
        </Alert>
      )}
      {!isHeld && newChats?.total == null && <p className="text-muted text-sm">{t('connections.noLimits')}</p>}
    </div>
  )
}
