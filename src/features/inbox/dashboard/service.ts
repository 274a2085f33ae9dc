import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { can } from '../../../shared/permissions'
import { timeZoneOf } from '../../platform/company/time-zone'
import { countLateTickets, countLiveTickets } from '../team/live-figures'
import { seenQueues, seesQueue } from '../team/seen-queues'
import { countAds } from './ads'
import { readCounts } from './attendance-figures'
import { averageRating, countersOf, sumDays } from './counters'
import {
  type AttendantFigures,
  averageMinutes,
  emptyAttendantFigures,
  emptyTargetFigures,
  type Figures,
} from './figures'
import { weekHours } from './hours'
import type { Attendant, Dashboard, DashboardQuery } from './model'
import { hoursOf, type Period, periodOf } from './period'

const memberships = hot<{}>()((db) => db.select('user_queues').select(['userId', 'queueId']))
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

const outcomes = hot<{ from: string; to: string }>()((db, p) =>
  db
    .select('attendances')
    .select(({ fn }) => ['outcome', 'queueId', fn.countAll<number>().as('tickets')])
    .where('finishedAt', '>=', p('from'))
    .where('finishedAt', '<', p('to'))
    .where('outcome', 'is not', null)
    .groupBy(['outcome', 'queueId'])
    .orderBy('outcome'),
)

/**
 * Figures of a period in the company's time zone: of all queues for admins, of their own for supervisors.
 * @throws ERR_VALIDATION (422) for an invalid period
 */
export async function getDashboard(scope: Scope, query: DashboardQuery, now = new Date()): Promise<Dashboard> {
  const period = periodOf(await timeZoneOf(scope), query, now)
  const { byDay: days, all } = await sumDays(scope, period.days)
  const live = await countLiveTickets(scope)
  return {
    period: { from: period.first, to: period.last },
    counters: {
      supportHappening: live.open,
      supportPending: live.pending,
      supportRobot: live.robot,
      supportLateNow: await countLateTickets(scope, now),
      ...countersOf(all),
    },
    attendants: await attendantsOf(scope, all),
    queues: await queuesOf(scope, all),
    outcomes: await outcomesOf(scope, period),
    ads: await countAds(scope, period),
    hours: weekHours(period.days, days),
    moments: await momentsOf(scope, period, days),
  }
}

/**
 * All users of the company but support and super users, by name; also those without finished tickets. Supervisors see
 * the users of their queues.
 */
async function attendantsOf(scope: Scope, all: Figures): Promise<Attendant[]> {
  const members = await scope.db.run(memberships, {})
  const isShown = (id: number) =>
    can(scope.viewer, 'ticket:seeAll') ||
    all.people[id] !== undefined ||
    members.some(({ userId, queueId }) => userId === id && seesQueue(scope.viewer, queueId))
  const shown = (await scope.db.run(people, {})).filter(({ id }) => isShown(id))
  return shown.map(({ id, name, online }) => ({
    ...{ id, name, online: online === 1 },
    ...workOf(all.people[id] ?? emptyAttendantFigures()),
  }))
}

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
  const entries = (await scope.db.run(queues, {}))
    .filter(({ id }) => seesQueue(scope.viewer, id))
    .map((queue) => ({ ...queue, ...queueFigures(all, queue.id) }))
  const other = all.finished - entries.reduce((sum, { tickets }) => sum + tickets, 0)
  return other > 0 ? [...entries, { id: null, name: '', color: '', ...queueFigures(all, 0), tickets: other }] : entries
}

async function outcomesOf(scope: Scope, { days }: Period): Promise<Dashboard['outcomes']> {
  const rows = await scope.db.runAside(outcomes, { from: days[0]?.from ?? '', to: days.at(-1)?.to ?? '' })
  const sums = new Map<string, number>()
  for (const { outcome, queueId, tickets } of rows)
    if (seesQueue(scope.viewer, queueId)) sums.set(outcome ?? '', (sums.get(outcome ?? '') ?? 0) + tickets)
  return [...sums].map(([outcome, tickets]) => ({ outcome, tickets })).sort((a, b) => b.tickets - a.tickets)
}

const queueFigures = (all: Figures, id: number) => ({
  tickets: all.queues[id] ?? 0,
  ...emptyTargetFigures(),
  ...all.targets?.[id],
})

async function momentsOf(scope: Scope, { days }: Period, figures: Figures[]): Promise<Dashboard['moments']> {
  const [only] = days
  if (days.length === 1 && only) {
    const hours = hoursOf(await timeZoneOf(scope), only)
    const counts = await readCounts(scope.db, hours, seenQueues(scope.viewer))
    return hours.map(({ day, hour }, at) => ({ day, hour, ...counts[at]! }))
  }
  return days.map(({ day, hour }, at) => {
    const { began, finished } = figures[at]!
    return { day, hour, began, finished }
  })
}
