import type { Platform } from '../../../core/scope'
import { maxCountedLines, nearlyFull, type PlanPart, planParts } from '../../../shared/morning'
import { settingRules } from '../../../shared/settings'
import type { PlanUse } from './model'

/** Amounts of a company, or the limits of its plan; `storage` in bytes. A limit of 0 is none. */
export type Amounts = Record<PlanPart, number>

/** Room for the files of each company in bytes; 0 for no limit. */
export async function storageLimit({ db }: Platform): Promise<number> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', 'mediaQuota').executeTakeFirst()
  return Number(row?.value ?? settingRules.mediaQuota.default) * 1_000_000
}

/** The part with the largest share of its limit, rounded down to whole percent; the first of equal ones. */
export function fullestPart(used: Amounts, limit: Amounts): { part: PlanPart; percent: number } {
  const shares = planParts.map((part) => ({
    part,
    percent: limit[part] > 0 ? Math.floor((used[part] / limit[part]) * 100) : 0,
  }))
  return shares.reduce((fullest, share) => (share.percent > fullest.percent ? share : fullest))
}

/** Figures of active companies that use nearly all of a part of their plan. */
export const nearlyFullCompanies = (db: Platform['db']) =>
  db
    .selectFrom('company_figures')
    .innerJoin('companies', 'companies.id', 'company_figures.companyId')
    .where('company_figures.share', '>=', nearlyFull)
    .where('companies.status', '=', 1)

/** Companies that use nearly all of a part of their plan, the fullest first, at most `maxCountedLines`. */
export async function listNearlyFull(platform: Platform): Promise<PlanUse[]> {
  const room = await storageLimit(platform)
  const rows = await nearlyFullCompanies(platform.db)
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['company_figures.companyId', 'companies.name as company', 'storedBytes'])
    .select(['company_figures.users', 'company_figures.connections', 'company_figures.queues'])
    .select(['plans.users as maxUsers', 'plans.connections as maxConnections', 'plans.queues as maxQueues'])
    .orderBy('company_figures.share', 'desc')
    .orderBy('company_figures.companyId')
    .limit(maxCountedLines)
    .execute()
  return rows.flatMap(({ companyId, company, maxUsers, maxConnections, maxQueues, storedBytes, ...counts }) => {
    const used = { ...counts, storage: storedBytes }
    const limit = { users: maxUsers, connections: maxConnections, queues: maxQueues, storage: room }
    const { part, percent } = fullestPart(used, limit)
    // The plan may have changed since the figures were counted.
    return percent < nearlyFull ? [] : [{ companyId, company, part, used: used[part], limit: limit[part], percent }]
  })
}
