/**
 * Test files that run on PostgreSQL with `--postgres`: services, HTTP and sockets. Left out are those that look into
 * SQLite's file, copy it, or expect what only its threads and its one writer do.
 */
const folders = /^tests\/(services|http|realtime)\//
const onlySqlite = [
  'http/access/', // copies an installation for each request
  'http/campaigns/campaign-tenancy',
  'services/accounts/authenticator', // writes with SQL of SQLite
  'services/accounts/passwords', // expects two writes of one tick in their order
  'services/automation/bot-attacks',
  'services/automation/flow-trial-calls',
  'services/contacts/former-numbers', // runs a migration of SQLite
  'services/contacts/privacy',
  'services/inbox/reads-aside',
  'services/inbox/receive-sets', // counts statements of SQLite; its random batches take longer than a test may
  'services/inbox/search-bounds',
  'services/inbox/search-merges',
  'services/inbox/search-turns',
  'services/inbox/search-unindexed',
  'services/platform/cache-release',
  'services/provider/companies.',
  'services/provider/company-archive-thread',
  'services/provider/company-file',
  'services/provider/company-import-changes',
  'services/provider/company-import-slices',
  'realtime/socket', // expects an event in the turn of the event loop after its write
]

export const runsOnPostgres = (file: string) =>
  folders.test(file) && !onlySqlite.some((path) => file.startsWith(`tests/${path}`))
