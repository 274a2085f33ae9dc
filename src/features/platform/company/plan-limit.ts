import type { Scope } from '../../../core/scope'
import type { TenantDb } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { ownCompanyRow } from './own-row'

/**
 * Checks that the plan, and the one chosen for the next period, allow one more user, connection or queue. Call inside the transaction that inserts, so that
 * concurrent requests cannot exceed the limit.
 * @throws ERR_PLAN_LIMIT with the limit and what it counts
 */
export async function refuseBeyondPlan(scope: Scope, what: PlanPart) {
  const plan = await ownCompanyRow(scope.db)
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .leftJoin('plans as next', 'next.id', 'companies.nextPlanId')
    .select([`plans.${what} as present`, `next.${what} as next`])
    .executeTakeFirst()
  const limit = plan && Math.min(plan.present, plan.next ?? plan.present)
  if (limit !== undefined && (await countPart(scope.db, what)) >= limit)
    throw new AppError('ERR_PLAN_LIMIT', { limit, what })
}

type PlanPart = 'users' | 'connections' | 'queues'

async function countPart(db: TenantDb, what: PlanPart): Promise<number> {
  const { used } = await db
    .select(what)
    // the support user does not count
    .$if(what === 'users', (users) => users.where('users.support' as never, '=', 0 as never))
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow()
  return used
}

/** Number of users, connections and queues of the company, as its plan counts them. */
export const countPlanUse = async (db: TenantDb): Promise<Record<PlanPart, number>> => ({
  users: await countPart(db, 'users'),
  connections: await countPart(db, 'connections'),
  queues: await countPart(db, 'queues'),
})
