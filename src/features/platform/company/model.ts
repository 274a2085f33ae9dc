import { type Static, t } from 'elysia'
import { languages, type PlanFlag, planFlags } from '../../../shared/enums'
import { HoursFields } from '../hours/model'

/** Features a plan allows. */
export const PlanFlags = t.Object(
  Object.fromEntries(planFlags.map((flag) => [flag, t.Boolean()])) as Record<PlanFlag, ReturnType<typeof t.Boolean>>,
)

/** Name, due date, plan, time zone, language and opening hours of a company, as sent to its own users. */
export const CompanyFacts = t.Object({
  id: t.Number(),
  name: t.String(),
  dueDate: t.String(),
  /** Last day on which the company works: the due date and the provider's days of grace after it. */
  worksUntil: t.String(),
  /** Last day of the trial; null once a licence was paid for. */
  trialExpiration: t.Nullable(t.String()),
  timeZone: t.String(),
  language: t.UnionEnum(languages),
  plan: PlanFlags,
  /** Devices of one user at the same time that the plan allows; the setting `severalDevices` turns them on. */
  devices: t.Number(),
  /** Apply with the setting `scheduleType` `company`. */
  hours: t.Object(HoursFields),
})
export type CompanyFacts = Static<typeof CompanyFacts>
