import { workSlices } from '../../../core/process/work-slices'
import type { Scope } from '../../../core/scope'
import { seenQueues } from '../team/seen-queues'
import { figuresOf } from './days'
import {
  addFigures,
  averageMinutes,
  type CountAndTotal,
  type DurationDistribution,
  emptyFigures,
  type Figures,
  percentile,
} from './figures'
import type { PeriodCounters } from './model'
import type { TimeWindow } from './period'

/** Figures of each day in the queues that the user sees, and their sum. */
export async function sumDays(scope: Scope, days: TimeWindow[]): Promise<{ byDay: Figures[]; all: Figures }> {
  const byDay = await figuresOf(scope.db, days, seenQueues(scope.viewer))
  const all = emptyFigures()
  for (const day of byDay) {
    await workSlices.pause(scope.companyId)
    addFigures(all, day)
  }
  return { byDay, all }
}

/** Counters of a period from the sum of its days. */
export const countersOf = (all: Figures): PeriodCounters => ({
  supportBegan: all.began,
  supportFinished: all.finished,
  supportLate: all.late,
  ...times('SupportTime', all.service),
  ...times('WaitTime', all.wait),
  ...times('BotTime', all.robot),
  ...times('ResponseTime', all.response),
  ...ratingsOf(all),
})

type Times<N extends string> = Record<`avg${N}` | `p50${N}` | `p90${N}`, number | null>

const times = <N extends string>(name: N, spread: DurationDistribution) =>
  ({
    [`avg${name}`]: averageMinutes(spread),
    [`p50${name}`]: percentile(spread, 0.5),
    [`p90${name}`]: percentile(spread, 0.9),
  }) as Times<N>

/** Number of ratings of all tickets that ended in the period, with their average. */
function ratingsOf({ people }: Figures) {
  const all = Object.values(people).map(({ rating }) => rating)
  const sum = { count: 0, total: 0 }
  for (const { count, total } of all) {
    sum.count += count
    sum.total += total
  }
  return { ratings: sum.count, rating: averageRating(sum) }
}

/** Average of ratings with two decimals; null without any. */
export const averageRating = ({ count, total }: CountAndTotal) =>
  count === 0 ? null : Math.round((total / count) * 100) / 100
