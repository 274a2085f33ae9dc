import type { ReactNode } from 'react'
import type { Connection, ConnectionHealth } from '../../../../src/features/numbers/connections/model'
import type { NumberHealth } from '../../../../src/features/numbers/health/model'
import { isTimeLocked, quotaNow } from '../../../../src/shared/number-verdict'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { numberText, percentText, secondsText } from './figure-texts'

interface Props {
  connection: Connection
  session: ConnectionHealth
  health: NumberHealth
}

/** Figures of the number now. */
export function Facts({ connection, session, health }: Props) {
  const { t } = useTranslation()
  const when = (at: string | null) => (at ? formatDateTime(at) : t('health.never'))
  return (
    <section aria-label={t('health.facts')}>
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
        <Fact
          name={t('health.session')}
          value={t(`connections.status.${connection.status}`)}
          note={session.stateAt && t('health.since', { time: formatDateTime(session.stateAt) })}
          small
        />
        <Fact name={t('health.lastIn')} value={when(session.lastInAt)} small />
        <Fact name={t('health.lastOut')} value={when(session.lastOutAt)} small />
        <Limits limits={session.limits} />
        <Shares health={health} />
        <Fact
          name={t('health.ack')}
          value={health.ack ? t('health.seconds', { seconds: secondsText(health.ack.averageMs) }) : '–'}
          note={
            health.ack
              ? t('health.ackMax', { max: t('health.seconds', { seconds: secondsText(health.ack.maxMs) }) })
              : t('health.nothing')
          }
        />
        <Fact name={t('health.reconnects')} value={numberText(session.reconnects)} note={t('health.outages')} />
      </dl>
    </section>
  )
}

function Limits({ limits }: Pick<ConnectionHealth, 'limits'>) {
  const { t } = useTranslation()
  const now = Date.now()
  const end = limits.reachOut?.until
  const quota = quotaNow(limits, now)
  const locked = isTimeLocked(limits, now)
  return (
    <>
      <Fact
        name={t('health.lock')}
        value={locked ? t('health.lockUntil', { time: end ? formatDateTime(end) : '…' }) : t('health.lockNone')}
        note={locked ? t('health.answersGoOn') : null}
        small
      />
      <Fact
        name={t('health.quota')}
        value={
          quota?.total != null
            ? t('health.quotaOf', { used: numberText(quota.used ?? 0), total: numberText(quota.total) })
            : '–'
        }
        note={quota?.endsAt ? t('health.cycleEnds', { time: formatDateTime(quota.endsAt) }) : t('health.noQuota')}
      />
    </>
  )
}

function Shares({ health: { day, before } }: Pick<Props, 'health'>) {
  const { t } = useTranslation()
  return (
    <>
      <Share name={t('health.failed')} part={day.failed} whole={day.sent + day.failed} note="failedOf" />
      <Share
        name={t('health.undelivered')}
        part={before.sent - before.delivered}
        whole={before.sent}
        note="undeliveredOf"
      />
      <Share
        name={t('health.unanswered')}
        part={before.begun - before.answered}
        whole={before.begun}
        note="unansweredOf"
      />
    </>
  )
}

interface ShareProps {
  name: string
  part: number
  whole: number
  note: 'failedOf' | 'undeliveredOf' | 'unansweredOf'
}

function Share({ name, part, whole, note }: ShareProps) {
  const { t } = useTranslation()
  const counts = { part: numberText(part), whole: numberText(whole) }
  return (
    <Fact
      name={name}
      value={whole === 0 ? '–' : percentText(part / whole)}
      note={whole === 0 ? t('health.nothing') : t(`health.${note}`, counts)}
    />
  )
}

interface FactProps {
  name: string
  value: ReactNode
  note?: string | null
  /** For texts and times, which need more room than figures. */
  small?: boolean
}

function Fact({ name, value, note, small }: FactProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface px-4 py-3">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className={`mt-1 font-semibold tabular-nums ${small ? 'text-base' : 'text-xl sm:text-2xl'}`}>{value}</dd>
      {note && <dd className="text-faint text-xs tabular-nums">{note}</dd>}
    </div>
  )
}
