import type { Kysely } from 'kysely'
import { accountTables } from './baseline/accounts'
import { deliveryTables } from './baseline/api'
import { programTables, queueTables } from './baseline/automation'
import { flowRunTables } from './baseline/automation-flow-runs'
import { flowTables } from './baseline/automation-flows'
import { campaignTables } from './baseline/campaigns'
import { campaignCountTables } from './baseline/campaigns-counts'
import { contactTables } from './baseline/contacts'
import { contactListTables } from './baseline/contacts-lists'
import { privacyTables } from './baseline/contacts-privacy'
import { attendanceTables } from './baseline/inbox-attendances'
import { messageTables } from './baseline/inbox-messages'
import { preparedTables } from './baseline/inbox-prepared'
import { teamTables } from './baseline/inbox-team'
import { ticketTables } from './baseline/inbox-tickets'
import { connectionTables } from './baseline/numbers'
import { pointTables } from './baseline/numbers-points'
import { sessionTables } from './baseline/numbers-sessions'
import { platformTables, pushTables } from './baseline/platform'
import { jobTables } from './baseline/platform-jobs'
import { companyTables, providerTables } from './baseline/provider'

/**
 * Former migrations that this one replaces (docs/adr/0100). A database at the last of them has the schema that this one
 * creates; an older one has to be opened by `version` first.
 */
export const replaces = { last: '0077-parked-keys', version: '0.1.0 (commit 500f3e48)' }

/** Creates the whole schema: each table after those its rows refer to. */
const inOrder = [
  ...companyTables,
  ...platformTables,
  ...jobTables,
  ...queueTables,
  ...accountTables,
  ...pushTables,
  ...providerTables,
  ...connectionTables,
  ...sessionTables,
  ...contactTables,
  ...contactListTables,
  ...privacyTables,
  ...ticketTables,
  ...attendanceTables,
  ...messageTables,
  ...preparedTables,
  ...teamTables,
  ...programTables,
  ...flowTables,
  ...flowRunTables,
  ...deliveryTables,
  ...campaignTables,
  ...pointTables,
  ...campaignCountTables,
]

export async function up(db: Kysely<unknown>) {
  for (const create of inOrder) await create(db)
}
