import { log } from '../../../core/log'
import { workSlices } from '../../../core/process/work-slices'
import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { hot, type TenantDb } from '../../../core/storage/tenant'
import { addDays, dayIn } from '../../../core/time'
import { parseJson } from '../../../shared/json'
import { limits } from '../../../shared/limits'
import { timeZoneOf } from '../../platform/company/time-zone'
import { everyQueue, type SeenQueues } from '../team/seen-queues'
import { daysAtOnce, readFigures } from './attendance-figures'
import type { Figures } from './figures'
import { periodOf, type TimeWindow } from './period'

/** Milliseconds after midnight before a day is stored, so that its last attendances are committed. */
const settleTime = 60 * 60 * 1000

const storedBetween = hot<{ from: string; to: string }>()((db, p) =>
  db
    .select('dashboard_days')
    .select(['startsAt', 'endsAt', 'figures'])
    .where('startsAt', '>=', p('from'))
    .where('startsAt', '<', p('to')),
)
const insertDay = hot<{ startsAt: string; endsAt: string; figures: string }>()((db, p) =>
  db
    .insert('dashboard_days', { startsAt: p('startsAt'), endsAt: p('endsAt'), figures: p('figures') })
    .onConflict((conflict) =>
      conflict
        .columns(['companyId', 'startsAt', 'endsAt'])
        .doUpdateSet(({ ref }) => ({ figures: ref('excluded.figures') })),
    ),
)

/**
 * Figures of each day, in the given order: stored ones, else computed from the attendances. Stored figures are a cache.
 * Only figures of all queues are stored. A trigger deletes those of a day when one of its attendances is deleted or
 * rated; all may be deleted at any time.
 */
export async function figuresOf(
  db: TenantDb,
  days: TimeWindow[],
  seenQueues: SeenQueues = everyQueue,
): Promise<Figures[]> {
  const stored = seenQueues.every === 0 ? new Map<string, string>() : await storedDays(db, days)
  const figures = new Map<TimeWindow, Figures>()
  for (const day of days) {
    const text = stored.get(day.from + day.to)
    if (text === undefined) continue
    await workSlices.pause(db.companyId)
    figures.set(day, parseJson(text) as Figures)
  }
  const unstored = days.filter((day) => !figures.has(day))
  for (const run of consecutiveRuns(unstored))
    for (const [at, read] of (await readFigures(db, run, seenQueues)).entries()) figures.set(run[at]!, read)
  return days.map((day) => figures.get(day)!)
}

/** Divides days, oldest first, into runs without a gap, of at most `daysAtOnce`. */
function consecutiveRuns(days: TimeWindow[]): TimeWindow[][] {
  const runs: TimeWindow[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && run.length < daysAtOnce && run.at(-1)?.to === day.from) run.push(day)
    else runs.push([day])
  }
  return runs
}

async function storedDays(db: TenantDb, days: TimeWindow[]): Promise<Map<string, string>> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return new Map()
  const rows = await db.runAside(storedBetween, { from: first.from, to: last.to })
  const current = rows.filter(({ figures }) => hasHours(figures))
  return new Map(current.map(({ startsAt, endsAt, figures }) => [startsAt + endsAt, figures]))
}

/** False for figures that a node of the former version stored; they have neither hours nor late answers. */
const hasHours = (figures: string) => figures.includes('"hours":')

const lastStoredDay = new Map<CompanyId, string>()

/**
 * Scheduled task: stores the figures of every company's finished days, once a day. A failure of one company is logged
 * and retried at the next run.
 */
export async function storeFinishedDays(platform: Platform, now = new Date(), done = lastStoredDay) {
  for (const { id } of await platform.db.selectFrom('companies').select('id').execute())
    await storeDaysOfCompany(platform.scope(id, { system: 'dashboard' }), now, done).catch((err) =>
      log.error({ err, companyId: id }, 'the dashboard figures of a company were not stored'),
    )
}

async function storeDaysOfCompany(scope: Scope, now: Date, done: Map<CompanyId, string>) {
  const today = dayIn(await timeZoneOf(scope), new Date(now.getTime() - settleTime))
  if (done.get(scope.companyId) === today) return
  await storeDaysBefore(scope, today)
  done.set(scope.companyId, today)
}

/** Creation of the company's first attendance. */
export const oldestAttendance = hot<{}>()((db) =>
  db.select('attendances').select('createdAt').orderBy('createdAt').limit(1),
)

/** Stores the figures of the days before `today` that are not stored yet. Empty days are not stored. */
export async function storeDaysBefore(scope: Scope, today: string) {
  const days = await daysBefore(scope, today)
  const stored = await storedDays(scope.db, days)
  for (const run of consecutiveRuns(days.filter((day) => !stored.has(day.from + day.to)))) {
    const read = await readFigures(scope.db, run)
    for (const [at, day] of run.entries()) if (!isEmpty(read[at]!)) await storeDay(scope, day)
  }
}

const storeDay = (scope: Scope, day: TimeWindow) =>
  scope.transaction(async ({ db }) => {
    const [figures] = await readFigures(db, [day]) // read inside the transaction
    await db.run(insertDay, { startsAt: day.from, endsAt: day.to, figures: JSON.stringify(figures) })
  })

/** Days from the first attendance, or of the longest period that a query may ask for and the one before it if later, to the day before `today`. */
async function daysBefore(scope: Scope, today: string): Promise<TimeWindow[]> {
  const first = await scope.db.first(oldestAttendance, {})
  if (!first) return []
  const zone = await timeZoneOf(scope)
  const [began, date_to] = [dayIn(zone, new Date(first.createdAt)), addDays(today, -1)]
  if (began > date_to) return []
  const asked = addDays(today, -2 * limits.dashboardDays.max)
  const date_from = [began, asked].sort().at(-1)
  return periodOf(zone, { date_from, date_to }).days
}

const isEmpty = ({ began, finished, wait, response }: Figures) => began + finished + wait.count + response.count === 0
