import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { TicketStatus } from '../../shared/enums'
import { timeZoneOf } from '../company/time-zone'
import { readCounts } from './attendance-figures'
import { figuresOf } from './days'
import {
  type AttendantFigures,
  addFigures,
  averageMinutes,
  type CountAndTotal,
  type DurationDistribution,
  emptyAttendantFigures,
  emptyFigures,
  type Figures,
  percentile,
} from './figures'
import type { Attendant, Dashboard, DashboardQuery } from './model'
import { hoursOf, type Period, periodOf } from './period'

const count = hot<{ status: TicketStatus }>()((db, p) =>
  db
    .select('tickets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', p('status')),
)
const people = hot<{}>()((db) =>
  db
    .select('users')
    .select(['id', 'name', 'online'])
    .where('super', '=', 0)
    .where('support', '=', 0)
    .orderBy('name')
    .orderBy('id'),
)
const queues = hot<{}>()((db) =>
  db.select('queues').select(['id', 'name', 'color']).orderBy('orderQueue').orderBy('id'),
)

/** Figures of the company in a period, in its time zone. @throws ERR_VALIDATION (422) for an invalid period */
export async function getDashboard(scope: Scope, query: DashboardQuery, now = new Date()): Promise<Dashboard> {
  const period = periodOf(await timeZoneOf(scope), query, now)
  const days = await figuresOf(scope.db, period.days)
  const all = emptyFigures()
  for (const day of days) addFigures(all, day)
  return {
    period: { from: period.first, to: period.last },
    counters: {
      supportHappening: (await scope.db.first(count, { status: 'open' }))?.count ?? 0,
      supportPending: (await scope.db.first(count, { status: 'pending' }))?.count ?? 0,
      supportBegan: all.began,
      supportFinished: all.finished,
      ...times('SupportTime', all.service),
      ...times('WaitTime', all.wait),
      ...times('BotTime', all.robot),
      ...times('ResponseTime', all.response),
      ...ratingsOf(all),
    },
    attendants: await attendantsOf(scope, all),
    queues: await queuesOf(scope, all),
    moments: await momentsOf(scope, period, days),
  }
}

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

const averageRating = ({ count, total }: CountAndTotal) =>
  count === 0 ? null : Math.round((total / count) * 100) / 100

/** All users of the company but support and super users, by name; also those without finished tickets. */
const attendantsOf = async (scope: Scope, all: Figures): Promise<Attendant[]> =>
  (await scope.db.run(people, {})).map(({ id, name, online }) => ({
    ...{ id, name, online: online === 1 },
    ...workOf(all.people[id] ?? emptyAttendantFigures()),
  }))

const workOf = ({ tickets, service, wait, response, rating }: AttendantFigures) => ({
  tickets,
  rating: averageRating(rating),
  avgSupportTime: averageMinutes(service),
  avgWaitTime: averageMinutes(wait),
  avgResponseTime: averageMinutes(response),
})

/**
 * All queues in their order, then one entry with `id: null` for tickets finished without a queue or in a deleted one.
 */
async function queuesOf(scope: Scope, all: Figures): Promise<Dashboard['queues']> {
  const entries = (await scope.db.run(queues, {})).map((queue) => ({ ...queue, tickets: all.queues[queue.id] ?? 0 }))
  const other = all.finished - entries.reduce((sum, { tickets }) => sum + tickets, 0)
  return other > 0 ? [...entries, { id: null, name: '', color: '', tickets: other }] : entries
}

async function momentsOf(scope: Scope, { days }: Period, figures: Figures[]): Promise<Dashboard['moments']> {
  const [only] = days
  if (days.length === 1 && only)
    return Array.fromAsync(hoursOf(await timeZoneOf(scope), only), async (hour) => ({
      ...{ day: hour.day, hour: hour.hour },
      ...(await readCounts(scope.db, hour)),
    }))
  return days.map(({ day, hour }, at) => {
    const { began, finished } = figures[at]!
    return { day, hour, began, finished }
  })
}
