import type { Platform } from '../../core/scope'
import type { CompanyId } from '../../core/storage/schema'
import { planFlags, planFlagsOf } from '../../shared/enums'
import type { Me } from '../auth/model'

/** Name, due date, plan, time zone and language of a company, as sent to its own users. */
export type CompanyFacts = Omit<Me['company'], 'settings'>

/** The facts of a company; undefined when it does not exist. */
export async function findFacts({ db }: Platform, companyId: CompanyId): Promise<CompanyFacts | undefined> {
  const row = await db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.id', 'companies.name', 'dueDate', 'timeZone', 'language'])
    .select(planFlags.map((flag) => `plans.${flag}` as const))
    .where('companies.id', '=', companyId)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, name, dueDate, timeZone, language } = row
  return { id, name, dueDate, timeZone, language, plan: planFlagsOf(row) }
}
