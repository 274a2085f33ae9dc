import type { Dashboard } from '../../../src/features/dashboard/model'
import { useTranslation } from '../../lib/use-translation'
import { minutes, number } from './words'

type Figures = Dashboard['counters']

/** How many, and how long: the average, and beside it what half and nine in ten did not exceed. */
export function Counters({ counters }: { counters: Figures }) {
  const { t } = useTranslation()
  const c = counters
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
      <Counter name={t('dashboard.happening')} value={number(c.supportHappening)} note={t('dashboard.now')} />
      <Counter name={t('dashboard.pending')} value={number(c.supportPending)} note={t('dashboard.now')} />
      <Counter
        name={t('dashboard.finished')}
        value={number(c.supportFinished)}
        note={t('dashboard.began', { count: c.supportBegan })}
      />
      <Duration name={t('dashboard.waitTime')} average={c.avgWaitTime} half={c.p50WaitTime} most={c.p90WaitTime} />
      <Duration
        name={t('dashboard.responseTime')}
        average={c.avgResponseTime}
        half={c.p50ResponseTime}
        most={c.p90ResponseTime}
      />
      <Duration
        name={t('dashboard.supportTime')}
        average={c.avgSupportTime}
        half={c.p50SupportTime}
        most={c.p90SupportTime}
      />
    </dl>
  )
}

function Counter({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface px-4 py-3">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="mt-1 font-semibold text-2xl tabular-nums">{value}</dd>
      <dd className="text-faint text-xs tabular-nums">{note}</dd>
    </div>
  )
}

interface DurationProps {
  name: string
  average: number | null
  half: number | null
  most: number | null
}

function Duration({ name, average, half, most }: DurationProps) {
  const { t } = useTranslation()
  const note =
    average === null
      ? t('dashboard.nothingMeasured')
      : t('dashboard.shares', { half: minutes(half), most: minutes(most) })
  return <Counter name={name} value={minutes(average)} note={note} />
}
