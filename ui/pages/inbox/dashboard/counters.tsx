import type { Dashboard } from '../../../../src/features/inbox/dashboard/model'
import { useTranslation } from '../../../lib/use-translation'
import { minutesText, numberText, ratingText } from './number-texts'

type Figures = Dashboard['counters']

/** Counters and durations: average, median and 90th percentile. */
export function Counters({ counters }: { counters: Figures }) {
  const { t } = useTranslation()
  const values = counters
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <Counter name={t('dashboard.happening')} value={numberText(values.supportHappening)} note={t('dashboard.now')} />
      <Counter
        name={t('dashboard.pending')}
        value={numberText(values.supportPending)}
        note={values.supportRobot > 0 ? t('dashboard.nowAndRobot', { count: values.supportRobot }) : t('dashboard.now')}
      />
      <Counter
        name={t('dashboard.finished')}
        value={numberText(values.supportFinished)}
        note={t('dashboard.began', { count: values.supportBegan })}
      />
      <Rating rating={values.rating} count={values.ratings} />
      <Duration
        name={t('dashboard.botTime')}
        average={values.avgBotTime}
        median={values.p50BotTime}
        percentile90={values.p90BotTime}
      />
      <Duration
        name={t('dashboard.waitTime')}
        average={values.avgWaitTime}
        median={values.p50WaitTime}
        percentile90={values.p90WaitTime}
      />
      <Duration
        name={t('dashboard.responseTime')}
        average={values.avgResponseTime}
        median={values.p50ResponseTime}
        percentile90={values.p90ResponseTime}
      />
      <Duration
        name={t('dashboard.supportTime')}
        average={values.avgSupportTime}
        median={values.p50SupportTime}
        percentile90={values.p90SupportTime}
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

function Rating({ rating, count }: { rating: number | null; count: number }) {
  const { t } = useTranslation()
  const note = rating === null ? t('dashboard.noRatings') : t('dashboard.ratings', { count })
  return <Counter name={t('dashboard.column.rating')} value={ratingText(rating)} note={note} />
}

interface DurationProps {
  name: string
  average: number | null
  median: number | null
  percentile90: number | null
}

function Duration({ name, average, median, percentile90 }: DurationProps) {
  const { t } = useTranslation()
  const note =
    average === null
      ? t('dashboard.nothingMeasured')
      : t('dashboard.shares', { median: minutesText(median), percentile90: minutesText(percentile90) })
  return <Counter name={name} value={minutesText(average)} note={note} />
}
