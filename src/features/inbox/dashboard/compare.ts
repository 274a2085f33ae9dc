import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { localTime } from '../../../core/time'
import { ownCompanyRow } from '../../platform/company/own-row'
import { timeZoneOf } from '../../platform/company/time-zone'
import { countersOf, sumDays } from './counters'
import { oldestAttendance } from './days'
import type { ComparedDashboard, DashboardQuery } from './model'
import { type Period, periodBefore, periodOf } from './period'
import { getDashboard } from './service'

const companyBegan = hot<{}>()((db) => ownCompanyRow(db).select('companies.createdAt'))

/**
 * The dashboard with the figures of the period directly before (docs/adr/0149). @throws ERR_VALIDATION (422) for an
 * invalid period
 */
export async function compareDashboard(
  scope: Scope,
  query: DashboardQuery,
  now = new Date(),
): Promise<ComparedDashboard> {
  const dashboard = await getDashboard(scope, query, now)
  const zone = await timeZoneOf(scope)
  const before = periodBefore(zone, periodOf(zone, query, now), now)
  return { ...dashboard, previous: before && (await figuresBefore(scope, zone, before, now)) }
}

async function figuresBefore(scope: Scope, zone: string, { first, last, days, until }: Period, now: Date) {
  const begin = days[0]?.from
  if (begin === undefined || begin < (await beginningOf(scope, now))) return null
  const { all } = await sumDays(scope, days)
  return { from: first, to: last, until: until && localTime(zone, until).slice(-5), counters: countersOf(all) }
}

/** Time at which the company began: its creation, or its oldest attendance if that came with an import. */
async function beginningOf(scope: Scope, now: Date): Promise<string> {
  const created = (await scope.db.first(companyBegan, {}))?.createdAt ?? now.toISOString()
  const oldest = (await scope.db.first(oldestAttendance, {}))?.createdAt ?? created
  return [oldest, created].sort()[0] ?? created
}
