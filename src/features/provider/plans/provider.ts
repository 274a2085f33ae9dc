import type { Platform, Scope } from '../../../core/scope'
import type { CompanyId, Flag } from '../../../core/storage/schema'
import { planFlags, planFlagsOf } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import { publishCompanyFacts, publishTenantEvent } from '../../platform/company/publish'
import type { FullPlan, NewPlan, PlanChange } from './model'

/** Returns all plans, cheapest first, each with its number of companies. */
export const listPlans = async (platform: Platform): Promise<FullPlan[]> =>
  (await plans(platform).orderBy('value').orderBy('id').execute()).map(toPlan)

/** Returns a plan. @throws ERR_NO_PLAN_FOUND */
export async function getPlan(platform: Platform, id: number): Promise<FullPlan> {
  const row = await plans(platform).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('ERR_NO_PLAN_FOUND')
  return toPlan(row)
}

/** Creates a plan. @throws ERR_PLAN_NAME_ALREADY_EXISTS */
export function createPlan(scope: Scope, outer: Platform, input: NewPlan): Promise<FullPlan> {
  return outer.transaction(async (platform) => {
    const values = {
      ...valuesOf(input),
      ...byDefault,
      ...flagsOn(input),
      name: await freeName(platform, input.name, 0),
    }
    const row = { ...values, users: input.users, connections: input.connections, queues: input.queues }
    const { id } = await platform.db
      .insertInto('plans')
      .values({ ...row, value: input.value })
      .returning('id')
      .executeTakeFirstOrThrow()
    const plan = await getPlan(platform, id)
    await record(scope, platform, 'create', plan, null, plan)
    return plan
  })
}

/**
 * Changes a plan; effective immediately for all its companies. @throws ERR_NO_PLAN_FOUND, ERR_PLAN_NAME_ALREADY_EXISTS
 */
export async function updatePlan(scope: Scope, outer: Platform, id: number, change: PlanChange): Promise<FullPlan> {
  const plan = await outer.transaction(async (platform) => {
    const before = await getPlan(platform, id)
    const named = change.name === undefined ? {} : { name: await freeName(platform, change.name, id) }
    const values = { ...valuesOf(change), ...flagsOn(change), ...named, updatedAt: new Date().toISOString() }
    await platform.db.updateTable('plans').set(values).where('id', '=', id).execute()
    const after = await getPlan(platform, id)
    await record(scope, platform, 'update', after, before, after)
    return after
  })
  for (const { id: companyId } of await companiesOn(outer, id)) {
    outer.ports.rightsChanged(companyId)
    await publishCompanyFacts(outer, companyId)
  }
  await publishTenantEvent(outer, { action: 'reload' }) // the list of companies shows each one's plan
  return plan
}

/** Deletes a plan. @throws ERR_NO_PLAN_FOUND, ERR_PLAN_IN_USE with the names of its companies */
export function deletePlan(scope: Scope, outer: Platform, id: number) {
  return outer.transaction(async (platform) => {
    const plan = await getPlan(platform, id)
    const users = await companiesOn(platform, id)
    if (users.length > 0) throw new AppError('ERR_PLAN_IN_USE', { companies: users.map(({ name }) => name) })
    await platform.db.deleteFrom('plans').where('id', '=', id).execute()
    await record(scope, platform, 'delete', plan, plan, null)
    return { id }
  })
}

const columns = ['id', 'name', 'users', 'connections', 'queues', 'devices', 'value', 'isPublic', ...planFlags] as const

const plans = ({ db }: Platform) =>
  db
    .selectFrom('plans')
    .select(columns)
    .select(({ selectFrom, fn }) =>
      selectFrom('companies')
        .select(fn.countAll<number>().as('used'))
        .whereRef('companies.planId', '=', 'plans.id')
        .as('companiesCount'),
    )

type Row = Awaited<ReturnType<ReturnType<typeof plans>['execute']>>[number]
const toPlan = ({ companiesCount, ...row }: Row): FullPlan => ({
  ...row,
  ...planFlagsOf(row),
  isPublic: row.isPublic === 1,
  companiesCount: companiesCount ?? 0,
})

const companiesOn = ({ db }: Platform, planId: number) =>
  db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where(({ eb, or }) => or([eb('planId', '=', planId), eb('nextPlanId', '=', planId)]))
    .orderBy('name')
    .execute() as Promise<{ id: CompanyId; name: string }[]>

async function freeName({ db }: Platform, wanted: string, exceptId: number): Promise<string> {
  const name = wanted.trim()
  if (name.length < 2) throw new AppError('ERR_VALIDATION', { fields: ['name'] })
  const taken = await db.selectFrom('plans').select('id').where('name', '=', name).executeTakeFirst()
  if (taken && taken.id !== exceptId) throw new AppError('ERR_PLAN_NAME_ALREADY_EXISTS')
  return name
}

const bits = [...planFlags, 'isPublic'] as const
const byDefault = { ...Object.fromEntries(planFlags.map((flag) => [flag, 0])), isPublic: 1 } as Record<
  (typeof bits)[number],
  Flag
>

const flagsOn = (change: PlanChange) =>
  Object.fromEntries(bits.filter((flag) => change[flag] !== undefined).map((flag) => [flag, change[flag] ? 1 : 0])) as {
    [F in (typeof bits)[number]]?: Flag
  }

function valuesOf({ users, connections, queues, devices, value }: PlanChange) {
  const amounts = { users, connections, queues, devices, value }
  return Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined)) as Partial<
    Record<keyof typeof amounts, number>
  >
}

async function record(
  { companyId, viewer, address }: Scope,
  platform: Platform,
  action: string,
  { id, name }: FullPlan,
  before: FullPlan | null,
  after: FullPlan | null,
) {
  const db = platform.tenant(companyId)
  await recordAuditEntry({ db, actor: viewer, address }, { action, entity: 'plan', entityId: id, name, before, after })
}
