import type { ListenerTable } from './core/listeners'
import { leaveTicketsOf } from './features/automation/bot/leave-ticket'
import { listFlowsNaming } from './features/automation/flows/naming-flows'
import { applyPartAck } from './features/campaigns/answers/acks'
import { eraseRecipients } from './features/campaigns/answers/erase'
import { listCampaignsNaming } from './features/campaigns/campaign/busy'
import { detachCampaigns } from './features/campaigns/campaign/detach'
import { mergeContacts } from './features/inbox/contact-merges/merge'
import { mergeWithRecord } from './features/inbox/contact-merges/merge-with-record'
import {
  assertChangesTicketsOf,
  publishDeletedTickets,
  recordNewNumber,
} from './features/inbox/contact-tickets/live-tickets'
import { mayOpenFile } from './features/inbox/tickets/list/may-open-file'
import { publishConnection } from './features/numbers/connections/service'
import { aboutAlert } from './features/numbers/health/announce-alerts'
import { takeColdPlace } from './features/numbers/pace/state'

/** Name of a call against the order of domains → the functions that answer it, in their order. */
export const listeners: ListenerTable = {
  mayOpenFile: [mayOpenFile],
  mergeContacts: [mergeContacts],
  mergeNumbers: [mergeWithRecord],
  contactRenumbering: [assertChangesTicketsOf],
  contactRenumbered: [recordNewNumber],
  contactLeavesRobot: [leaveTicketsOf],
  contactDeleting: [publishDeletedTickets],
  personErased: [eraseRecipients],
  flowsNaming: [listFlowsNaming],
  campaignsNaming: [listCampaignsNaming],
  partAcked: [applyPartAck],
  chatStarting: [takeColdPlace],
  alertNotification: [aboutAlert],
  connectionChanged: [publishConnection],
  connectionDeleting: [detachCampaigns],
}
