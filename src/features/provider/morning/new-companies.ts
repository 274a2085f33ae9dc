import type { Platform } from '../../../core/scope'
import { addDays, dayStart } from '../../../core/time'
import { maxCountedLines } from '../../../shared/morning'
import type { ProviderDay } from './bills'
import type { NewCompanyLine } from './model'

/** Companies created since the beginning of yesterday in a time zone, the newest first, at most `maxCountedLines`. */
export async function listNewCompanies(
  { db }: Platform,
  { today, own }: ProviderDay,
  zone: string,
): Promise<NewCompanyLine[]> {
  const rows = await db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.id as companyId', 'companies.name as company', 'plans.name as plan'])
    .select(['companies.createdAt', 'trialExpiration'])
    .where('companies.createdAt', '>=', dayStart(zone, addDays(today, -1)))
    .where('companies.id', '<>', own)
    .orderBy('companies.createdAt', 'desc')
    .orderBy('companies.id', 'desc')
    .limit(maxCountedLines)
    .execute()
  return rows.map(({ trialExpiration, ...row }) => ({ ...row, trial: trialExpiration !== null }))
}
