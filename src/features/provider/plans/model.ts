import { type Static, t } from 'elysia'
import { changeOf, oneLine } from '../../../core/http/schemas'
import { limits } from '../../../shared/limits'
import { PlanFlags } from '../../platform/company/model'

const facts = {
  name: t.String(),
  users: t.Number(),
  connections: t.Number(),
  queues: t.Number(),
  devices: t.Number(),
  value: t.Number(),
}

/**
 * `devices`: logins of one user at the same time, if the company allows several. `value` is the price of one recurrence
 * period in integer cents of BRL.
 */
export const Plan = t.Composite([t.Object({ id: t.Number(), ...facts }), PlanFlags])
export type Plan = Static<typeof Plan>

/** A plan for the super user. */
export const FullPlan = t.Composite([Plan, t.Object({ isPublic: t.Boolean(), companiesCount: t.Number() })])
export type FullPlan = Static<typeof FullPlan>

const count = t.Integer({ minimum: limits.planCount.min, maximum: limits.planCount.max })
const terms = {
  name: t.String({ minLength: limits.planName.min, maxLength: limits.planName.max, pattern: oneLine }),
  users: count,
  connections: count,
  queues: count,
  value: t.Integer({ minimum: 0, maximum: limits.price.max }),
}
const devices = t.Optional(t.Integer({ minimum: limits.planDevices.min, maximum: limits.planDevices.max }))
/** Absent flags are off, except `isPublic`: a plan is offered at sign-up unless it is false. Absent `devices` are two. */
export const NewPlan = t.Composite([
  t.Object({ ...terms, devices, isPublic: t.Optional(t.Boolean()) }),
  t.Partial(PlanFlags),
])
export type NewPlan = Static<typeof NewPlan>
export const PlanChange = changeOf(NewPlan)
export type PlanChange = Static<typeof PlanChange>
