import { type Static, t } from 'elysia'

/** A job that was parked, because the process stood still during it and was ended. */
export const StalledJob = t.Object({
  id: t.Number(),
  /** Name of the job, such as `flow.call`. */
  name: t.String(),
  companyId: t.Number(),
  company: t.String(),
  failedAt: t.String(),
})
export type StalledJob = Static<typeof StalledJob>
