import { hasTurn } from '../../tests/size'
import type { Options } from './options'

/**
 * Test files that run on PostgreSQL with `--postgres` and `--full`. A test that looks into SQLite's file, its plans or
 * its threads is a `sqliteTest` there, and skipped. Files that start their own servers (`tests/postgres`,
 * `tests/crash/nodes`) are in the usual run already.
 */
const folders = /^tests\/(services|http|realtime)\//
const others = [
  'tests/core/failed-statement.test.ts',
  'tests/core/jobs-keys.test.ts',
  'tests/e2e/inbox/keyboard-only.test.ts',
  'tests/executable/conversation.test.ts',
  'tests/security/fuzz.test.ts',
]

/**
 * Those of each usual run: what all others build upon, who may see and do what, and every route with odd requests
 * (docs/adr/0145).
 */
export const daily = [
  'tests/core/failed-statement.test.ts',
  'tests/core/jobs-keys.test.ts',
  'tests/executable/conversation.test.ts',
  'tests/http/role-limits.test.ts',
  'tests/http/tenant.test.ts',
  'tests/security/fuzz.test.ts',
  'tests/services/contacts/hidden-numbers.test.ts',
  'tests/services/inbox/receive.test.ts',
  'tests/services/inbox/send.test.ts',
  'tests/services/inbox/ticket-permissions.test.ts',
]

/** Those of which a usual run takes a third, each on one of three days: what each domain builds upon. */
export const inTurn = [
  'tests/e2e/inbox/keyboard-only.test.ts',
  'tests/http/api/external-routes.test.ts',
  'tests/services/accounts/refresh.test.ts',
  'tests/services/accounts/users.test.ts',
  'tests/services/api/webhooks.test.ts',
  'tests/services/automation/bot.test.ts',
  'tests/services/automation/first-steps.test.ts',
  'tests/services/automation/flow-runs.test.ts',
  'tests/services/automation/queues.test.ts',
  'tests/services/campaigns/campaign-answers.test.ts',
  'tests/services/contacts/contact-merges.test.ts',
  'tests/services/contacts/opt-outs.test.ts',
  'tests/services/inbox/search.test.ts',
  'tests/services/inbox/ticket-lists.test.ts',
  'tests/services/inbox/ticket-states.test.ts',
  'tests/services/numbers/connections.test.ts',
  'tests/services/platform/audit-chain.test.ts',
  'tests/services/platform/deliveries.test.ts',
  'tests/services/provider/companies.test.ts',
  'tests/services/provider/payments.test.ts',
]

export const runsOnPostgres = (file: string) => folders.test(file) || others.includes(file)

/** Those of `files` that a run on SQLite repeats on PostgreSQL: none where files are named or the run is a check. */
export function alsoOnPostgres(files: string[], { isCheck, isFull, usesPostgres, paths }: Options): string[] {
  if (isCheck || usesPostgres || paths.length > 0) return []
  const chosen = [...daily, ...inTurn.filter((_, position) => hasTurn(position))]
  return files.filter(isFull ? runsOnPostgres : (file) => chosen.includes(file))
}
