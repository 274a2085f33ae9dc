import type { CompanyId } from '../../core/schema'
import type { Platform } from '../../core/scope'
import { type PlanFlag, planFlags } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { listSettings } from '../settings/service'
import { findUser } from '../users/service'
import type { Me } from './model'

/** The signed-in person with company, plan and the settings that everybody may read. */
export async function meOf(platform: Platform, companyId: CompanyId, userId: number): Promise<Me> {
  const db = platform.tenant(companyId)
  const user = await findUser(db, userId)
  const company = await platform.db
    .selectFrom('companies')
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(['companies.id', 'companies.name', 'dueDate', 'timeZone'])
    .select(planFlags.map((flag) => `plans.${flag}` as const))
    .where('companies.id', '=', companyId)
    .executeTakeFirst()
  if (!user || !company) throw new AppError('ERR_SESSION_EXPIRED')
  const { id, name, dueDate, timeZone, ...flags } = company
  const plan = Object.fromEntries(planFlags.map((flag) => [flag, flags[flag] === 1])) as Record<PlanFlag, boolean>
  return { ...user, company: { id, name, dueDate, timeZone, plan, settings: listSettings(db, user) } }
}
