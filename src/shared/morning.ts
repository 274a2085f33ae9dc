import { isAhead } from './clock-ahead'

/** Most rows of one part of the provider's overview that are counted; the count then means that many or more. */
export const maxCountedLines = 1000

/** Parts of a plan with a limit; `storage` is the room for files. */
export const planParts = ['users', 'connections', 'queues', 'storage'] as const
export type PlanPart = (typeof planParts)[number]

/** Share of a limit in percent from which a plan counts as nearly full. */
export const nearlyFull = 90

/** Why a company needs the provider. */
export const companyProblems = ['numbers', 'claim', 'amount', 'expired', 'trial', 'use', 'jobs', 'webhooks'] as const
export type CompanyProblem = (typeof companyProblems)[number]

/** Orders of the provider's table of companies. */
export const companySorts = ['name', 'activity', 'use', 'due'] as const
export type CompanySort = (typeof companySorts)[number]

/** Share of free space, and days until the disk is full, below which a disk is a matter. */
const [littleShare, fewDays] = [0.1, 30]

/** True for a disk with little room, or that is full within 30 days. */
export const isDiskLow = (disk: { freeBytes: number; totalBytes: number; fullInDays: number | null }): boolean =>
  disk.freeBytes < disk.totalBytes * littleShare || (disk.fullInDays !== null && disk.fullInDays < fewDays)

/** Age in ms from which the last daily backup is late: a day and the time that one takes. */
const lateBackup = 26 * 3_600_000

/**
 * True when no backup is made, none was made so far, the last attempt failed, or the last success is older than a day or
 * in the future.
 */
export const isBackupLate = ({ kind, at, failures }: BackupAge, now: number): boolean =>
  kind !== 'server' &&
  (kind === 'off' || failures > 0 || at === null || now - Date.parse(at) > lateBackup || isAhead(at, now))

/** Last backup; `server`: the database server is backed up by its own tools, `off`: none is made. */
export interface BackupAge {
  kind: 'on' | 'off' | 'server'
  /** Time of the last success; null before it. */
  at: string | null
  /** Attempts that failed since then. */
  failures: number
}
