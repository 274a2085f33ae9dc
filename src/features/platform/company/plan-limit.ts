import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { ownCompanyRow } from './own-row'

/**
 * Checks that the plan allows one more user, connection or queue. Call inside the transaction that inserts, so that
 * concurrent requests cannot exceed the limit.
 * @throws ERR_PLAN_LIMIT with the limit and what it counts
 */
export async function refuseBeyondPlan(scope: Scope, what: 'users' | 'connections' | 'queues') {
  const plan = await ownCompanyRow(scope.db)
    .innerJoin('plans', 'plans.id', 'companies.planId')
    .select(`plans.${what} as limit`)
    .executeTakeFirst()
  const { used } = await scope.db
    .select(what)
    // the support user does not count
    .$if(what === 'users', (users) => users.where('users.support' as never, '=', 0 as never))
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .executeTakeFirstOrThrow()
  if (plan && used >= plan.limit) throw new AppError('ERR_PLAN_LIMIT', { limit: plan.limit, what })
}
