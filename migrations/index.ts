import * as accounts from './0001-accounts'
import * as connections from './0002-connections'
import * as conversations from './0003-conversations'

/** Listed by hand because a compiled executable has no folder to scan; tests/migrations.test.ts checks none is missing. */
export const migrations = {
  '0001-accounts': accounts,
  '0002-connections': connections,
  '0003-conversations': conversations,
}
