import type { Selectable } from 'kysely'
import type { Database } from '../../../../core/storage/schema'
import { parseJson } from '../../../../shared/json'
import { graceSeconds, settleSeconds } from '../login/login-life'

export type TokenRow = Selectable<Database['tokens']>

/** Refresh tokens of a login that replaced one another: hashes of the last one and of the one before. */
interface Branch {
  hash: string
  previousHash: string | null
  /** Time (ISO 8601) from which the previous token is valid for `graceSeconds`. */
  rotatedAt: string
}

/** Branches of a login at most, for browsers that open many tabs at once. */
export const maxBranches = 40

/** Columns of `tokens` that hold the branches. */
type BranchColumns = Branch & { branches: string; forkedAt: string | null }

/**
 * The branches of a login: one, and more for a minute after a token was presented twice. Tabs of one browser share one
 * cookie, so that only one branch is used on; two people with copies of a token use two.
 */
const branchesOf = (row: TokenRow): Branch[] => [
  { hash: row.refreshHash, previousHash: row.previousHash, rotatedAt: row.rotatedAt },
  ...(parseJson(row.branches) as Branch[]),
]

/** True for the last token of a branch and for the one before, because a tab may have lost the response to its refresh. */
export const holdsToken = (row: TokenRow, hash: string) =>
  branchesOf(row).some((branch) => branch.hash === hash || branch.previousHash === hash)

/**
 * The columns after a token with the hash `used` was replaced by one with the hash `next`; null when it was not valid
 * any more, 'full' when too many requests presented the same token. From `settleSeconds` after the first fork, the
 * first branch to be used remains; tokens of the other ones then count as used twice.
 */
export function rotate(row: TokenRow, used: string, next: string, now: Date): BranchColumns | null | 'full' {
  const isWithin = (since: string, seconds: number) => now.getTime() - Date.parse(since) <= seconds * 1000
  const branches = branchesOf(row)
  const latest = branches.find(({ hash }) => hash === used)
  const branch =
    latest ?? branches.find(({ previousHash, rotatedAt }) => previousHash === used && isWithin(rotatedAt, graceSeconds))
  if (!branch) return null

  const isSettling = row.forkedAt !== null && isWithin(row.forkedAt, settleSeconds)
  const others = isSettling ? branches.filter((other) => other !== branch) : []
  const since = isSettling ? row.forkedAt : null
  if (latest) return columnsOf([{ hash: next, previousHash: used, rotatedAt: now.toISOString() }, ...others], since)
  if (others.length + 2 > maxBranches) return 'full'
  const fork = { hash: next, previousHash: used, rotatedAt: branch.rotatedAt } // does not prolong the grace period
  return columnsOf([fork, branch, ...others], since ?? now.toISOString())
}

const columnsOf = ([first, ...rest]: [Branch, ...Branch[]], forkedAt: string | null): BranchColumns => ({
  ...first,
  branches: JSON.stringify(rest),
  forkedAt,
})
