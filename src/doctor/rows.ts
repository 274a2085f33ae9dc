import type { Config } from '../config'
import { countText } from '../core/count-text'
import { listStalled } from '../core/jobs/stalled'
import { verifyChains } from '../features/platform/audit/verify'
import { inDatabase } from './database'
import { bad, ok, warn } from './finding'

/** Computes the chains of the audit logs again. */
export const checkAudit = (config: Config) =>
  inDatabase(config, async (handle) => {
    const { companies, lines, broken } = await verifyChains(handle)
    if (broken.length === 0)
      return ok(
        `${countText(lines, 'line')} of ${countText(companies, 'company', 'companies')} unchanged since written`,
      )
    const places = broken.map(({ companyId, lineId, problem }) => `company ${companyId}, line ${lineId} (${problem})`)
    return bad(`somebody changed it: ${places.slice(0, 5).join('; ')}`, 'compare it with a backup')
  })

/** Looks for jobs that were parked because the process stood still during them. */
export const checkStalls = (config: Config) =>
  inDatabase(config, async (handle) => {
    const jobs = await listStalled(handle, new Date(0).toISOString())
    if (jobs.length === 0) return ok('no job stopped the server in the last 30 days')
    const places = jobs.map(({ name, companyId, failedAt }) => `${name} of company ${companyId} (${failedAt})`)
    const text = `the server stood still and was ended during ${countText(jobs.length, 'job')}`
    return warn(`${text}: ${places.slice(0, 5).join('; ')}`, 'they are not repeated; send the log to the maintainers')
  })
