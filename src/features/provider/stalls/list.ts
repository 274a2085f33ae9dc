import { listStalled } from '../../../core/jobs/stalled'
import type { Platform } from '../../../core/scope'
import type { StalledJob } from './model'

/** Age in ms up to which parked jobs are listed. */
const listedAge = 7 * 24 * 3_600_000
const maxListed = 20

/** Jobs of the last seven days that were parked because the process stood still during them, newest first, at most 20. */
export async function listStalledJobs(platform: Platform, now = Date.now()): Promise<StalledJob[]> {
  const jobs = (await listStalled(platform.handle, new Date(now - listedAge).toISOString())).slice(0, maxListed)
  if (jobs.length === 0) return []
  const ids = jobs.map(({ companyId }) => companyId)
  const companies = await platform.db.selectFrom('companies').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(companies.map(({ id, name }) => [id, name]))
  return jobs.map(({ id, name, companyId, failedAt }) => ({
    ...{ id, name, companyId, failedAt },
    company: names.get(companyId) ?? '',
  }))
}
