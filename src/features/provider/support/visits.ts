import type { Scope } from '../../../core/scope'
import type { TenantDb } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { supportAddressesOf } from '../../accounts/users/support-addresses'
import { linesOfActor } from '../../platform/audit/list'
import type { AuditLine } from '../../platform/audit/model'
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

/** Separates changes from requests without a line of their own and not refused; equal requests are counted together. */
export function summarize(lines: AuditLine[]): Pick<VisitReport, 'changes' | 'requests'> {
  const routes: string[] = []
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    const isListed = next && next.entity !== 'support' && !ofNoChange.includes(next.action)
    if (isRequest(line) && !isListed) routes.push(line.name)
    if (line.action === 'refuse') removeRefused(routes, line.name)
  }
  const requests = [...Map.groupBy(routes, routeOf)].map(([route, { length: count }]) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path, count }
  })
  return { changes: lines.filter(({ entity }) => entity !== 'support'), requests }
}

/** Actions of lines that do not belong to the request with the line before. */
const ofNoChange = ['refuse', 'download']

/** Removes the newest request of a route that was refused; each refusal of a visit has a line of its own. */
function removeRefused(routes: string[], route: string) {
  const parts = route.replace(/\/$/, '').split('/')
  const pattern = parts.map((part) => (part.startsWith(':') ? '[^/]+' : RegExp.escape(part))).join('/')
  const ofRoute = new RegExp(`^${pattern}/?$`)
  const at = routes.findLastIndex((name) => ofRoute.test(name))
  if (at >= 0) routes.splice(at, 1)
}

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
