import type { CompanyId } from '../storage/schema'

/** Limits of jobs of one name that run at once. */
export interface Places {
  /** Limit on one process; Infinity where only the groups are limited. */
  concurrency: number
  /** Limit of one group in the whole installation: a company, or `JobOptions.group` within it. */
  perGroup: number
}

/** A claimed job, run by this process. */
export interface ClaimedJob {
  id: number
  companyId: CompanyId
  name: string
  payload: string
  lane: string | null
  groupKey: string
  key: string | null
  /** Number of attempts, this run included. */
  attempts: number
  interrupted: number
  /** Error of its last failure; null for a job that never failed. */
  lastError: string | null
  /** UTC ISO time of the claim. */
  lockedAt: string
}

/** The process that claims. */
export interface Claimant {
  node: string
  /** True when other nodes claim from the same database. */
  isShared?: boolean
  placesOf(name: string): Places
  /** Name of the job claimed last; the names after it come first. */
  lastName?: string
}

/**
 * Maximum number of jobs of one claim. Each takes about 30 µs of the writer's time. Jobs claimed together mostly share the
 * commits of their work, which costs less than the work itself only when a commit has several of them. Measured pages of
 * log for each step of a flow: 12 pages with 64 per claim, 21 with 32. A group of the writer ends after 25 ms anyway.
 */
export const maxPerClaim = 64

/** Names after the last one first. */
export const inTurn = (names: string[], last: string) => [
  ...names.filter((name) => name > last),
  ...names.filter((name) => name <= last),
]

/** Splits jobs over groups that take turns, one job each: the first groups get one more where the number is uneven. */
export function sharesOf(jobs: number, groups: number) {
  const each = Math.floor(jobs / groups)
  const first = jobs % groups
  return (n: number) => each + (n < first ? 1 : 0)
}
