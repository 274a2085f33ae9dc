import { log } from '../../core/log'
import type { Platform, Scope } from '../../core/scope'
import type { CompanyId } from '../../core/storage/schema'
import { hot, type TenantDb } from '../../core/storage/tenant'
import { addDays, dayIn } from '../../core/time'
import { limits } from '../../shared/limits'
import { timeZoneOf } from '../company/time-zone'
import { readFigures } from './attendance-figures'
import type { Figures } from './figures'
import { periodOf, type TimeWindow } from './period'

/** What was written down just before midnight is stored by then. */
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
    .onConflict((conflict) => conflict.doNothing()),
)

/**
 * Figures day by day: as they were kept, else from the attendances. What is kept is only ever a copy; the database drops
 * it when an attendance of that day goes or is rated, and all of it may be deleted at any time.
 */
export async function figuresOf(db: TenantDb, days: TimeWindow[]): Promise<Figures[]> {
  const kept = await storedDays(db, days)
  return Array.fromAsync(days, (day) => {
    const figures = kept.get(day.from + day.to)
    return figures ? (JSON.parse(figures) as Figures) : readFigures(db, day)
  })
}

async function storedDays(db: TenantDb, days: TimeWindow[]): Promise<Map<string, string>> {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return new Map()
  const rows = await db.run(storedBetween, { from: first.from, to: last.to })
  return new Map(rows.map(({ startsAt, endsAt, figures }) => [startsAt + endsAt, figures]))
}

const lastStoredDay = new Map<CompanyId, string>()

/** A round: every company's days that are over are kept, once a day. What fails for one is logged, and tried again. */
export async function storeFinishedDays(platform: Platform, now = new Date(), done = lastStoredDay) {
  for (const { id } of await platform.db.selectFrom('companies').select('id').execute())
    await storeDaysOfCompany(platform.scope(id, { system: 'dashboard' }), now, done).catch((err) =>
      log.error({ err, companyId: id }, 'the days of a company were not kept'),
    )
}

async function storeDaysOfCompany(scope: Scope, now: Date, done: Map<CompanyId, string>) {
  const today = dayIn(await timeZoneOf(scope), new Date(now.getTime() - settleTime))
  if (done.get(scope.companyId) === today) return
  await storeDaysBefore(scope, today)
  done.set(scope.companyId, today)
}

const oldest = hot<{}>()((db) => db.select('attendances').select('createdAt').orderBy('createdAt').limit(1))

/** Keeps the figures of the days before this one. Days on which nothing happened cost nothing to read again. */
export async function storeDaysBefore(scope: Scope, today: string) {
  const days = await daysBefore(scope, today)
  const kept = await storedDays(scope.db, days)
  for (const day of days)
    if (!kept.has(day.from + day.to) && !isEmpty(await readFigures(scope.db, day)))
      await scope.transaction(async ({ db }) => {
        const figures = JSON.stringify(await readFigures(db, day)) // read again by who writes: nothing changes meanwhile
        await db.run(insertDay, { startsAt: day.from, endsAt: day.to, figures })
      })
}

/** As far back as anybody may ask, and no further than there is something. */
async function daysBefore(scope: Scope, today: string): Promise<TimeWindow[]> {
  const first = await scope.db.first(oldest, {})
  if (!first) return []
  const zone = await timeZoneOf(scope)
  const [began, date_to] = [dayIn(zone, new Date(first.createdAt)), addDays(today, -1)]
  if (began > date_to) return []
  const asked = addDays(today, -limits.dashboardDays.max)
  const date_from = [began, asked].sort().at(-1)
  return periodOf(zone, { date_from, date_to }).days
}

const isEmpty = ({ began, finished, wait, response }: Figures) => began + finished + wait.count + response.count === 0
