import type { JobHandlers } from './core/jobs/job'
import { expireTicket, warnOfExpiry } from './features/bot-timers/expire'
import { transferUnassigned } from './features/bot-timers/transfer'
import { sendOptionFiles } from './features/bot-turns/files'
import { runBotTurn } from './features/bot-turns/run'
import { prepareCampaign } from './features/campaigns/prepare'
import { sendCampaigns } from './features/campaigns/send'
import { startCampaign } from './features/campaigns/start'
import { runImport } from './features/contact-imports/run'
import { deleteListItems } from './features/contact-lists/delete'
import { refreshContact } from './features/contacts/refresh'
import { makeExport } from './features/data-transfer/jobs'
import { deliverTo } from './features/deliveries/deliver'
import { distributeQueue } from './features/distribution/distribute'
import { runReplay } from './features/flow-replays/run'
import { callForFlow } from './features/flow-runs/call'
import { runFlow } from './features/flow-runs/run'
import { startByCampaign } from './features/flow-runs/start-by-campaign'
import { mailInvitation } from './features/invitations/jobs'
import { announceEvent } from './features/messages/announce'
import { sendClosingMessage } from './features/messages/closing-message'
import { deliverMessage } from './features/messages/deliver'
import { fetchMedia } from './features/messages/fetch-media'
import { deleteByAdmin, editDelivered, revokeDelivered, sendReaction } from './features/messages/jobs'
import { previewLink } from './features/messages/link-preview'
import { announceAlert, mailAlert } from './features/notifications/alerts'
import {
  type NotificationSubject,
  pushChat,
  pushNote,
  pushTarget,
  pushTicket,
  sendPush,
} from './features/notifications/jobs'
import { checkNumbers } from './features/number-checks/run'
import { mailReset } from './features/password-reset/jobs'
import { checkPayment } from './features/payments/jobs'
import { emptyLog } from './features/privacy/empty-log'
import { type ScrubGroups, scrubGroups } from './features/privacy/scrub-groups'
import { answeringIntegrations } from './features/programs/integration-answers'
import { programs } from './features/programs/registry'
import { runProgram } from './features/programs/run'
import { failRefusedSchedule } from './features/schedules/fail'
import { sendSchedule } from './features/schedules/jobs'
import { endExpiredSupport } from './features/support/service'
import { checkTargets } from './features/targets/check'
import { recomputeTargets } from './features/targets/recompute'
import { markTicketRead } from './features/tickets/read-state'
import { wakeTicket } from './features/tickets/snooze'
import { webhookSource } from './features/webhooks/source'
import type { TargetKind } from './shared/enums'

/** CONTRACT 3, jobs: name → payload (ids only) and name → handler. A name without a handler does not compile. */
export interface Jobs {
  'message.deliver': { messageId: number }
  'message.edit': { messageId: number; waId: string }
  'message.revoke': { messageId: number; waId: string }
  'message.react': { messageId: number; waId: string }
  'message.deleteByAdmin': { messageId: number; by: string }
  'message.preview': { messageId: number }
  'media.fetch': { messageId: number }
  'mail.reset': { resetId: number }
  'mail.invitation': { invitationId: number }
  'contact.refresh': { contactId: number; whatsappId: number }
  'payment.check': { txid: string; notification?: string }
  'push.ticket': { messageId: number }
  'push.chat': { chatMessageId: number }
  'push.note': { noteId: number }
  'alert.tell': { alertId: number }
  'alert.mail': { alertId: number; userId: number }
  'push.send': { subscriptionId: number; about: NotificationSubject }
  'ticket.announce': { eventId: number }
  'ticket.farewell': { ticketId: number }
  'ticket.markRead': { ticketId: number; messageIds: number[] }
  'export.make': { exportId: number }
  'schedule.send': { scheduleId: number; watch?: true }
  'schedule.refused': { messageId: number }
  'campaign.start': { campaignId: number }
  'campaign.prepare': { campaignId: number }
  'campaign.send': { whatsappId: number }
  'campaign.flow': { ticketId: number; flowId: number }
  'support.end': { grantId: number }
  'bot.turn': { ticketId: number; messageId: number }
  'bot.files': { ticketId: number; messageId: number; optionId: number }
  'bot.program': { ticketId: number }
  'flow.run': { ticketId: number }
  'flow.replay': { replayId: number }
  'flow.call': { ticketId: number }
  'ticket.expire': { ticketId: number }
  'ticket.warn': { ticketId: number }
  'ticket.autoTransfer': { ticketId: number }
  'ticket.wake': { ticketId: number }
  'ticket.target': { ticketId: number }
  'targets.recompute': { afterId: number }
  'queue.distribute': { queueId: number }
  'push.target': { ticketId: number; target: TargetKind }
  'contactList.delete': { contactListId: number }
  'contactList.import': { importId: number }
  'number.check': { checkId: number }
  'webhook.deliver': { deliveryId: number }
  /** The only payload with personal data: the row is overwritten when the job has ended. */
  'privacy.scrubGroups': ScrubGroups
  'privacy.emptyLog': Record<string, never>
}
export const handlers: JobHandlers = {
  'message.deliver': deliverMessage,
  'message.edit': editDelivered,
  'message.revoke': revokeDelivered,
  'message.react': sendReaction,
  'message.deleteByAdmin': deleteByAdmin,
  'message.preview': previewLink,
  'media.fetch': fetchMedia,
  'mail.reset': mailReset,
  'mail.invitation': mailInvitation,
  'contact.refresh': refreshContact,
  'payment.check': checkPayment,
  'push.ticket': pushTicket,
  'push.chat': pushChat,
  'push.note': pushNote,
  'push.send': sendPush,
  'alert.tell': announceAlert,
  'alert.mail': mailAlert,
  'ticket.announce': announceEvent,
  'ticket.farewell': sendClosingMessage,
  'ticket.markRead': markTicketRead,
  'export.make': makeExport,
  'schedule.send': sendSchedule,
  'schedule.refused': failRefusedSchedule,
  'campaign.start': startCampaign,
  'campaign.prepare': prepareCampaign,
  'campaign.send': sendCampaigns,
  'campaign.flow': startByCampaign,
  'support.end': endExpiredSupport,
  'bot.turn': runBotTurn,
  'bot.files': sendOptionFiles,
  'flow.run': runFlow,
  'flow.replay': runReplay,
  'flow.call': callForFlow,
  'bot.program': runProgram(programs),
  'ticket.expire': expireTicket,
  'ticket.warn': warnOfExpiry,
  'ticket.autoTransfer': transferUnassigned,
  'ticket.wake': wakeTicket,
  'ticket.target': checkTargets,
  'targets.recompute': recomputeTargets,
  'queue.distribute': distributeQueue,
  'push.target': pushTarget,
  'contactList.delete': deleteListItems,
  'contactList.import': runImport,
  'number.check': checkNumbers,
  'privacy.scrubGroups': scrubGroups,
  'privacy.emptyLog': emptyLog,
  'webhook.deliver': deliverTo({ webhook: webhookSource, integration: answeringIntegrations }),
}
