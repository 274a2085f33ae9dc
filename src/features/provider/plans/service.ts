import type { Platform } from '../../../core/scope'
import { type PlanFlag, planFlags, planFlagsOf } from '../../../shared/enums'
import type { Plan } from './model'

const firstPlan = { name: 'Plano 1', users: 10, connections: 10, queues: 10, value: 3000 }

/** Inserts a first plan with all features into a new installation; sign-up requires a plan. */
export async function seedPlan(platform: Platform) {
  await platform.transaction(async ({ db }) => {
    const any = await db.selectFrom('plans').select('id').limit(1).executeTakeFirst()
    if (any) return
    const flags = Object.fromEntries(planFlags.map((flag) => [flag, 1])) as Record<PlanFlag, 1>
    await db
      .insertInto('plans')
      .values({ ...firstPlan, ...flags, isPublic: 1 })
      .execute()
  })
}

/** Returns the plans offered at sign-up, cheapest first. */
export async function listPublicPlans({ db }: Platform): Promise<Plan[]> {
  const rows = await db
    .selectFrom('plans')
    .select(['id', 'name', 'users', 'connections', 'queues', 'devices', 'value', ...planFlags])
    .where('isPublic', '=', 1)
    .orderBy('value')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, ...planFlagsOf(row) }))
}
