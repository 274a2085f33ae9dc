import { dueSoonMinutes } from './limits'

/**
 * Open minutes before the due time of a next answer at which its holder and then the supervisors are warned: a third of
 * the target, at most `dueSoonMinutes`, and a third of that (docs/adr/0136). 0 means no warning before the due time.
 */
export function warningLeads(targetMinutes: number): { agent: number; supervisor: number } {
  const agent = Math.min(dueSoonMinutes, Math.floor(targetMinutes / 3))
  return { agent, supervisor: Math.floor(agent / 3) }
}
