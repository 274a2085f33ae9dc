import type { JobHandlers } from './core/jobs/job'
import { expireTicket, warnOfExpiry } from './features/bot-timers/expire'
import { transferUnassigned } from './features/bot-timers/transfer'
import { sendOptionFiles } from './features/bot-turns/files'
import { runBotTurn } from './features/bot-turns/run'
import { refreshContact } from './features/contacts/refresh'
import { makeExport } from './features/data-transfer/jobs'
import { deliverTo } from './features/deliveries/deliver'
import { runReplay } from './features/flow-replays/run'
import { callForFlow } from './features/flow-runs/call'
import { runFlow } from './features/flow-runs/run'
import { announceEvent } from './features/messages/announce'
import { sendClosingMessage } from './features/messages/closing-message'
import { deliverMessage } from './features/messages/deliver'
import { fetchMedia } from './features/messages/fetch-media'
import { editDelivered, revokeDelivered, sendReaction } from './features/messages/jobs'
import { previewLink } from './features/messages/link-preview'
import { type NotificationSubject, pushChat, pushNote, pushTicket, sendPush } from './features/notifications/jobs'
import { mailReset } from './features/password-reset/jobs'
import { checkPayment } from './features/payments/jobs'
import { answeringIntegrations } from './features/programs/integration-answers'
import { programs } from './features/programs/registry'
import { runProgram } from './features/programs/run'
import { failRefusedSchedule } from './features/schedules/fail'
import { sendSchedule } from './features/schedules/jobs'
import { endExpiredSupport } from './features/support/service'
import { markTicketRead } from './features/tickets/read-state'
import { webhookSource } from './features/webhooks/source'

/** CONTRACT 3, jobs: name → payload (ids only) and name → handler. A name without a handler does not compile. */
export interface Jobs {
  'message.deliver': { messageId: number }
  'message.edit': { messageId: number; waId: string }
  'message.revoke': { messageId: number; waId: string }
  'message.react': { messageId: number; waId: string }
  'message.preview': { messageId: number }
  'media.fetch': { messageId: number }
  'mail.reset': { resetId: number }
  'contact.refresh': { contactId: number; whatsappId: number }
  'payment.check': { txid: string; notification?: string }
  'push.ticket': { messageId: number }
  'push.chat': { chatMessageId: number }
  'push.note': { noteId: number }
  'push.send': { subscriptionId: number; about: NotificationSubject }
  'ticket.announce': { eventId: number }
  'ticket.farewell': { ticketId: number }
  'ticket.markRead': { ticketId: number; messageIds: number[] }
  'export.make': { exportId: number }
  'schedule.send': { scheduleId: number; watch?: true }
  'schedule.refused': { messageId: number }
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
  'webhook.deliver': { deliveryId: number }
}
export const handlers: JobHandlers = {
  'message.deliver': deliverMessage,
  'message.edit': editDelivered,
  'message.revoke': revokeDelivered,
  'message.react': sendReaction,
  'message.preview': previewLink,
  'media.fetch': fetchMedia,
  'mail.reset': mailReset,
  'contact.refresh': refreshContact,
  'payment.check': checkPayment,
  'push.ticket': pushTicket,
  'push.chat': pushChat,
  'push.note': pushNote,
  'push.send': sendPush,
  'ticket.announce': announceEvent,
  'ticket.farewell': sendClosingMessage,
  'ticket.markRead': markTicketRead,
  'export.make': makeExport,
  'schedule.send': sendSchedule,
  'schedule.refused': failRefusedSchedule,
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
  'webhook.deliver': deliverTo({ webhook: webhookSource, integration: answeringIntegrations }),
}
