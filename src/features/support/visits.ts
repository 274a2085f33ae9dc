import type { Scope } from '../../core/scope'
import type { TenantDb } from '../../core/storage/tenant'
import { AppError } from '../../shared/errors'
import { linesOfActor } from '../audit/list'
import type { AuditLine } from '../audit/model'
import { supportAddressesOf } from '../users/support-addresses'
import type { SupportVisit, VisitReport } from './model'

const maxVisits = 50
/** Lines of the log that a report reads. */
const maxLines = 500

/** Returns the company's latest visits, newest first, at most 50. */
export const listVisits = async ({ db }: Scope): Promise<SupportVisit[]> =>
  (await visits(db).orderBy('support_grants.id', 'desc').limit(maxVisits).execute()).map(toVisit)

/** Returns what a visit made. @throws ERR_NO_SUPPORT_FOUND */
export async function reportVisit(scope: Scope, id: number): Promise<VisitReport> {
  const row = await visits(scope.db).where('support_grants.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_SUPPORT_FOUND')
  return reportOf(scope, toVisit(row))
}

/** Returns what the latest visit of a super user made in the company of the scope; null without one. */
export async function reportOwnVisit(scope: Scope, superId: number): Promise<VisitReport | null> {
  const row = await visits(scope.db)
    .where('users.support', '=', 1)
    .where('users.email', 'like', supportAddressesOf(superId))
    .orderBy('support_grants.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? reportOf(scope, toVisit(row)) : null
}

async function reportOf(scope: Scope, visit: SupportVisit): Promise<VisitReport> {
  const until = visit.endedAt ?? new Date().toISOString()
  const period = { actorId: visit.userId, since: visit.startedAt, until, limit: maxLines + 1 }
  const lines = await linesOfActor(scope, period)
  return { visit, ...summarize(lines.slice(0, maxLines)), hasMore: lines.length > maxLines }
}

/** Separates changes from requests without a line of their own; equal requests are counted together. */
export function summarize(lines: AuditLine[]): Pick<VisitReport, 'changes' | 'requests'> {
  const changes = lines.filter(({ entity }) => entity !== 'support')
  const counts = new Map<string, number>()
  const count = (route: string, by: number) => counts.set(route, (counts.get(route) ?? 0) + by)
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    const isListed = next && next.entity !== 'support' && next.action !== 'refuse'
    if (isRequest(line) && !isListed) count(routeOf(line.name), 1)
  }
  for (const { name, after } of changes.filter(({ action }) => action === 'refuse'))
    count(routeOf(name), -refusalsIn(after))
  const made = [...counts].filter(([, count]) => count > 0)
  const requests = made.map(([route, count]) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path, count }
  })
  return { changes, requests }
}

/** A line tells of one refusal, or of those that the same minute repeated. */
const refusalsIn = (after: AuditLine['after']) => Number((after as { repeated?: number }).repeated ?? 1)

const isRequest = ({ action, entity, name }: AuditLine) =>
  action === 'ask' && entity === 'support' && !name.includes(' /api/support/')

/** Method and path of a request with `:id` for each number. */
const routeOf = (name: string) => name.replaceAll(/\/\d+(?=\/|$)/g, '/:id').replace(/\/$/, '')

const visits = (db: TenantDb) =>
  db
    .select('support_grants')
    .innerJoin('users', 'users.id', 'support_grants.userId')
    .select(['support_grants.id', 'support_grants.userId', 'users.name', 'reason', 'startedAt'])
    .select(['support_grants.expiresAt', 'endedAt'])

/** A visit whose job did not run yet ended at its time. */
function toVisit({ endedAt, expiresAt, ...row }: SupportVisit): SupportVisit {
  const hasExpired = expiresAt <= new Date().toISOString()
  return { ...row, expiresAt, endedAt: endedAt ?? (hasExpired ? expiresAt : null) }
}
