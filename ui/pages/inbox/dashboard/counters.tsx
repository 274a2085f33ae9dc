import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { ComparedDashboard, Dashboard } from '../../../../src/features/inbox/dashboard/model'
import { useTranslation } from '../../../lib/use-translation'
import { ChangeLine } from './change-line'
import { FigureLink } from './figure-link'
import type { Figure } from './figure-page'
import { minutesText, numberText, ratingText } from './number-texts'

type Figures = Dashboard['counters']
type Before = NonNullable<ComparedDashboard['previous']>['counters'] | null

/** Counters and durations (average, median and 90th percentile), with their change against the period before. */
export function Counters({ counters, previous }: { counters: Figures; previous: Before }) {
  const { t } = useTranslation()
  const compared = (figure: keyof NonNullable<Before>, text: (value: number) => string) =>
    previous && <ChangeLine now={counters[figure]} before={previous[figure]} text={text} />
  const linked = (figure: Figure, value: number) =>
    value > 0 ? <FigureLink figure={figure}>{numberText(value)}</FigureLink> : numberText(0)
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-5">
      <Counter
        name={t('dashboard.happening')}
        value={linked('happening', counters.supportHappening)}
        note={t('dashboard.now')}
      />
      <Counter
        name={t('dashboard.pending')}
        value={linked('pending', counters.supportPending)}
        note={nowText(counters, t)}
      />
      <Counter
        name={t('dashboard.began')}
        value={linked('began', counters.supportBegan)}
        change={compared('supportBegan', numberText)}
      />
      <Counter
        name={t('dashboard.finished')}
        value={linked('finished', counters.supportFinished)}
        change={compared('supportFinished', numberText)}
      />
      <Counter
        name={t('dashboard.late')}
        value={linked('lateNow', counters.supportLateNow)}
        change={
          <>
            {t('dashboard.now')}; <LateClosed count={counters.supportLate} /> {compared('supportLate', numberText)}
          </>
        }
      />
      {durations.map(([name, kind]) => (
        <Counter
          key={kind}
          name={t(`dashboard.${name}`)}
          value={minutesText(counters[`avg${kind}`])}
          note={sharesText(counters, kind, t)}
          change={compared(`avg${kind}`, minutesText)}
        />
      ))}
      <Counter
        name={t('dashboard.column.rating')}
        value={ratingText(counters.rating)}
        note={counters.rating === null ? t('dashboard.noRatings') : t('dashboard.ratings', { count: counters.ratings })}
        change={compared('rating', ratingText)}
      />
    </dl>
  )
}

/** Closed conversations of the period with a late answer, as a link to them. */
function LateClosed({ count }: { count: number }) {
  const text = useTranslation().t('dashboard.lateClosed', { count, shown: numberText(count) })
  return count > 0 ? <FigureLink figure="late">{text}</FigureLink> : text
}

const durations = [
  ['botTime', 'BotTime'],
  ['waitTime', 'WaitTime'],
  ['responseTime', 'ResponseTime'],
  ['supportTime', 'SupportTime'],
] as const
type Kind = (typeof durations)[number][1]

const nowText = ({ supportRobot: count }: Figures, t: TFunction) =>
  count > 0 ? t('dashboard.nowAndRobot', { count }) : t('dashboard.now')

function sharesText(counters: Figures, kind: Kind, t: TFunction) {
  if (counters[`avg${kind}`] === null) return t('dashboard.nothingMeasured')
  const [median, percentile90] = [minutesText(counters[`p50${kind}`]), minutesText(counters[`p90${kind}`])]
  return t('dashboard.shares', { median, percentile90 })
}

interface CounterProps {
  name: string
  value: ReactNode
  note?: string
  /** Change against the period before; null without one to compare with. */
  change?: ReactNode
}

function Counter({ name, value, note, change }: CounterProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-lg border border-line bg-surface px-4 py-3">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="mt-1 font-semibold text-2xl tabular-nums">{value}</dd>
      {change && <dd className="text-muted text-xs tabular-nums">{change}</dd>}
      {note && <dd className="text-faint text-xs tabular-nums">{note}</dd>}
    </div>
  )
}
