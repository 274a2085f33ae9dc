import type { JobHandlers } from '../../core/jobs/job'
import type { DueStage, TargetKind } from '../../shared/enums'
import { distributeQueue } from './distribution/distribute'
import { deleteByAdmin, editDelivered, revokeDelivered, sendReaction } from './messages/jobs'
import { previewLink } from './messages/link/link-preview'
import { announceEvent } from './messages/receive/announce'
import { fetchMedia } from './messages/receive/fetch-media'
import { sendClosingMessage } from './messages/send/closing-message'
import { deliverMessage } from './messages/send/deliver'
import type { NotificationSubject } from './notifications/jobs'
import { pushChat, pushNote, pushTarget, pushTicket, sendPush } from './notifications/jobs'
import { sendReportMail } from './reports/mail'
import { enqueueMails, planMailsAgain } from './reports/plan'
import { failRefusedSchedule } from './schedules/fail'
import { sendSchedule } from './schedules/jobs'
import { checkTargets } from './targets/check'
import { recomputeTargets } from './targets/recompute'
import { markTicketRead } from './tickets/read-state'
import { wakeTicket } from './tickets/state/snooze'

/** Jobs of inbox: name → payload (ids only). */
declare module '../../core/jobs/job' {
  interface Jobs {
    'message.deliver': { messageId: number }
    'message.edit': { messageId: number; waId: string }
    'message.revoke': { messageId: number; waId: string }
    'message.react': { messageId: number; waId: string }
    'message.deleteByAdmin': { messageId: number; by: string }
    'message.preview': { messageId: number }
    'media.fetch': { messageId: number }
    'push.ticket': { messageId: number }
    'push.chat': { chatMessageId: number }
    'push.note': { noteId: number }
    'push.send': { subscriptionId: number; about: NotificationSubject }
    'ticket.announce': { eventId: number }
    'ticket.farewell': { ticketId: number }
    'ticket.markRead': { ticketId: number; messageIds: number[] }
    'schedule.send': { scheduleId: number; watch?: true }
    'schedule.refused': { messageId: number }
    'ticket.wake': { ticketId: number }
    'ticket.target': { ticketId: number }
    'targets.recompute': { afterId: number }
    'queue.distribute': { queueId: number }
    'report.plan': {}
    'report.mails': { reportId: number }
    /** `week` is its Monday. */
    'report.mail': { reportId: number; userId: number; week: string }
    'push.target': { ticketId: number; target: TargetKind; stage?: DueStage }
  }
}

/** Name → handler. */
export const inboxJobs = {
  'message.deliver': deliverMessage,
  'message.edit': editDelivered,
  'message.revoke': revokeDelivered,
  'message.react': sendReaction,
  'message.deleteByAdmin': deleteByAdmin,
  'message.preview': previewLink,
  'media.fetch': fetchMedia,
  'push.ticket': pushTicket,
  'push.chat': pushChat,
  'push.note': pushNote,
  'push.send': sendPush,
  'ticket.announce': announceEvent,
  'ticket.farewell': sendClosingMessage,
  'ticket.markRead': markTicketRead,
  'schedule.send': sendSchedule,
  'schedule.refused': failRefusedSchedule,
  'ticket.wake': wakeTicket,
  'ticket.target': checkTargets,
  'targets.recompute': recomputeTargets,
  'queue.distribute': distributeQueue,
  'report.plan': planMailsAgain,
  'report.mails': enqueueMails,
  'report.mail': sendReportMail,
  'push.target': pushTarget,
} satisfies Partial<JobHandlers>
