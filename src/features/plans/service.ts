import type { Platform } from '../../core/scope'
import { type PlanFlag, planFlags, planFlagsOf } from '../../shared/enums'
import type { Plan } from './model'

const firstPlan = { name: 'Plano 1', users: 10, connections: 10, queues: 10, value: 3000 }

/** A new installation starts with one plan that allows everything; without a plan nobody could sign up. */
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

/** The plans strangers may choose from, cheapest first. */
export async function listPublicPlans({ db }: Platform): Promise<Plan[]> {
  const rows = await db
    .selectFrom('plans')
    .select(['id', 'name', 'users', 'connections', 'queues', 'value', ...planFlags])
    .where('isPublic', '=', 1)
    .orderBy('value')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, ...planFlagsOf(row) }))
}
