import { type Static, t } from 'elysia'
import { type PlanFlag, planFlags } from '../../shared/enums'

/** What a plan allows, by flag. */
export const PlanFlags = t.Object(
  Object.fromEntries(planFlags.map((flag) => [flag, t.Boolean()])) as Record<PlanFlag, ReturnType<typeof t.Boolean>>,
)

/** `value` is the price of one recurrence period in integer cents of BRL. */
export const Plan = t.Composite([
  t.Object({
    id: t.Number(),
    name: t.String(),
    users: t.Number(),
    connections: t.Number(),
    queues: t.Number(),
    value: t.Number(),
  }),
  PlanFlags,
])
export type Plan = Static<typeof Plan>
