import type { Platform } from '../../../core/scope'
import type { CompanyId } from '../../../core/storage/schema'
import { planFlags, planFlagsOf } from '../../../shared/enums'
import { hoursFromColumns } from '../hours/service'
import { lastDayOfWork, licenceColumns } from './licence'
import type { CompanyFacts } from './model'

/** The facts of a company; undefined when it does not exist. */
export async function findFacts({ db }: Platform, companyId: CompanyId): Promise<CompanyFacts | undefined> {
  const row = await db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.id', 'companies.name', 'language', 'schedules', 'holidays'])
    .select(licenceColumns)
    .select('plans.devices')
    .select(planFlags.map((flag) => `plans.${flag}` as const))
    .where('companies.id', '=', companyId)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, dueDate, trialExpiration, timeZone, language, devices } = row
  const licence = { dueDate, worksUntil: lastDayOfWork(row), trialExpiration, devices, plan: planFlagsOf(row) }
  return { id, name, timeZone, language, ...licence, hours: hoursFromColumns(row) }
}
