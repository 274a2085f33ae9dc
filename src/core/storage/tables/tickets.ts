import type { Generated } from 'kysely'
import type { BotHandler, BotReason, BotStage, SessionKind } from '../../../shared/bot/route'
import type { BotEnd } from '../../../shared/bot/turn-model'
import type {
  CloseReason,
  NextAnswerStage,
  Origin,
  ProposalState,
  TargetKind,
  TicketEvent,
  TicketStatus,
} from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** Tickets, their history, attendances, tags, drafts, pins and notes. */
export interface TicketTables {
  tickets: Owned & {
    uuid: string
    status: TicketStatus
    contactId: number
    whatsappId: number | null
    userId: number | null
    queueId: number | null
    isGroup: Generated<Flag>
    chatbot: Generated<Flag>
    /** 1 while the ticket waits because the robot left a conversation that looked like two robots. */
    botLoop: Generated<Flag>
    unreadMessages: Generated<number>
    lastMessage: Generated<string>
    lastMessageAt: string
    lastMessageFromMe: Generated<Flag>
    /** Author of the last message; `lastMessageUserId` is not a foreign key, because it outlives the user. */
    lastMessageOrigin: Generated<Origin | null>
    lastMessageUserId: Generated<number | null>
    lastMessageSender: Generated<string | null>
    /** Time of the last message of an agent or the phone, while the customer has not answered it. */
    answeredAt: Generated<string | null>
    /**
     * Time since which the customer waits for a person's answer, or since which the ticket is pending; `lastMoment` if
     * neither, so that it sorts last.
     */
    waitingSince: Generated<string>
    /** The next target that is not met, and its due time; null without one. */
    targetKind: Generated<TargetKind | null>
    targetDueAt: Generated<string | null>
    /** `targetDueAt`, or `lastMoment` without one, so that it sorts last. */
    dueAt: Generated<string>
    /** Time of the last warning that the ticket will be closed. */
    warnedAt: Generated<string | null>
    closedAt: string | null
    closedBy: number | null
    closeReason: CloseReason | null
    /** Time until which the ticket is snoozed; null when it is not. */
    snoozedUntil: Generated<string | null>
    /** First ad through which the customer came: JSON of `Ad` in shared/ads.ts, its name, and the time of its message. */
    ad: Generated<string | null>
    adName: Generated<string | null>
    adAt: Generated<string | null>
  }
  /** History of tickets; never updated, except `announced`: 1 when a text about the event was sent to the customer. */
  ticket_events: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    at: Generated<string>
    kind: TicketEvent
    actorId: number | null
    fromUserId: number | null
    toUserId: number | null
    fromQueueId: number | null
    toQueueId: number | null
    announced: Generated<Flag>
    /** The customer's rating, of an event `rated`. */
    rate: Generated<number | null>
    /** The flow that a person started or ended, as it was called then. */
    flowName: Generated<string | null>
    /** Outcome, of an event `closed`. */
    outcome: Generated<string | null>
  }
  /** One row per attendance, from the first wait to the close, for the reports (docs/behaviour.md, "Attendances"). */
  attendances: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    /** Time at which the ticket became pending; null when an agent started the conversation. */
    queuedAt: string | null
    /** Time of the first accept. */
    startedAt: string | null
    /** Time of the first message from an agent. */
    firstResponseAt: string | null
    finishedAt: string | null
    ratingSentAt: string | null
    ratedAt: string | null
    /** Customer's rating: 1, 2 or 3. */
    rate: number | null
    /** Last holder and last queue. */
    userId: number | null
    queueId: number | null
    /** Reason of the close. */
    reason: CloseReason | null
    /** Outcome that the agent chose from the company's list. */
    outcome: Generated<string | null>
    /** State of the robot (shared/bot/turn.ts); it lives in this row only, so that it survives the end of the process. */
    botStage: Generated<BotStage>
    menusSent: Generated<number>
    menuAt: Generated<string | null>
    invalidAnswers: Generated<number>
    optionId: Generated<number | null>
    closedTextAt: Generated<string | null>
    /** Newest message of the customer that the robot has answered; a repeated turn answers nothing. */
    botAnsweredId: Generated<number | null>
    /** Time and reason at which the robot left the ticket to people. */
    botEndedAt: Generated<string | null>
    botEnd: Generated<BotEnd | null>
    /** Newest message of the customer that was answered with files. */
    filesAnsweredId: Generated<number | null>
    /** Session of a prompt or an integration (features/automation/programs): its state and the messages it has yet to send, JSON. */
    programKind: Generated<SessionKind | null>
    programId: Generated<number | null>
    programState: Generated<string | null>
    programSays: Generated<string | null>
    /** Newest message of the customer that the program has answered. */
    programAnsweredId: Generated<number | null>
    /** Time from which the targets of the queue count; null while the robot has the ticket. */
    clockFrom: Generated<string | null>
    /** Due times of the queue's targets, and the times at which they were found missed. */
    answerDueAt: Generated<string | null>
    answerLateAt: Generated<string | null>
    resolutionDueAt: Generated<string | null>
    resolutionLateAt: Generated<string | null>
    /** The customer's wait for the next answer: its start, its due time, and how far its alerts are; null without a wait. */
    nextAnswerFrom: Generated<string | null>
    nextAnswerDueAt: Generated<string | null>
    nextAnswerStage: Generated<NextAnswerStage>
    /** Next answers given until their due time, and waits past it. */
    nextAnswersInTime: Generated<number>
    nextAnswersLate: Generated<number>
    createdAt: string
  }
  /** The robot's decision on a customer's message: the handler that answers, or none, and why. Deleted after 30 days. */
  bot_decisions: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    messageId: number
    handler: BotHandler | null
    reason: BotReason
    at: string
  }
  /** Requests for a rating, sent when an agent closed a ticket; `messageId` is the customer's answer. */
  rating_requests: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    attendanceId: number
    whatsappId: number | null
    contactId: number
    userId: number | null
    sentAt: string
    expiresAt: string
    state: 'waiting' | 'answered' | 'cancelled'
    messageId: number | null
  }
  /** Figures of past days, computed from the attendances (features/inbox/dashboard/days.ts). */
  dashboard_days: { companyId: Owner; startsAt: string; endsAt: string; figures: string }
  tags: Owned & {
    name: string
    /** Name for search and uniqueness within the company: lower case, without accents. */
    searchText: string
    color: string
    /** 1: the tag is a lane of the board. */
    kanban: Generated<Flag>
    orderTag: Generated<number>
    /** Creator; not a foreign key, because the tag outlives the user. */
    userId: number | null
  }
  ticket_tags: { companyId: Owner; ticketId: number; tagId: number }
  /** Text a user typed in a ticket and did not send. */
  drafts: { companyId: Owner; userId: number; ticketId: number; body: string; at: string }
  /** Tickets that a user keeps at the top of the list. */
  ticket_pins: { companyId: Owner; userId: number; ticketId: number }
  /** Saved filters of a user's ticket lists; `filter` is JSON. */
  ticket_views: {
    id: Generated<number>
    companyId: Owner
    userId: number
    position: number
    name: string
    filter: string
  }
  /** Messages that a user starred; `at` is when. */
  message_stars: { companyId: Owner; userId: number; messageId: number; at: string }
  /** Answers that programs propose; a person sends or discards them (ADR 0182). */
  message_proposals: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    apiKeyId: number
    body: string
    state: Generated<ProposalState>
    /** Message that was sent; null before, and kept when the message is deleted. */
    messageId: number | null
    decidedBy: number | null
    decidedAt: string | null
    createdAt: string
    /** Name that the program gave its request, unique for the key; null without one. */
    requestId: Generated<string | null>
  }
  /** Saved reports of the dashboard; `report` is JSON with period, division and order. */
  saved_reports: {
    id: Generated<number>
    companyId: Owner
    /** Author; null when the user was deleted and the report is shared. */
    userId: number | null
    name: string
    report: string
    shared: Generated<Flag>
    /** Day (1 Monday to 7 Sunday) and hour of the weekly mail in the company's time zone; null without one. */
    mailWeekday: number | null
    mailHour: number | null
    /** Mondays of the next week to be mailed, and of the last one that was; no week has two mails. */
    mailWeek: string | null
    mailedWeek: string | null
  }
  /** Users who get a saved report by mail; `sentWeek` is the Monday of the last week that was mailed. */
  report_recipients: {
    companyId: Owner
    reportId: number
    userId: number
    /** 1 when the recipient has switched the mail off. */
    off: Generated<Flag>
    sentWeek: string | null
  }
  /** Internal notes on tickets; never sent to the customer. */
  ticket_notes: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    userId: number | null
    note: string
    /** JSON list with the ids of the colleagues mentioned by @ who may see the ticket. */
    mentions: Generated<string>
    createdAt: Generated<string>
  }
  /** Users mentioned in a note; `seenAt` is null until the user has seen it. */
  note_mentions: { companyId: Owner; noteId: number; userId: number; seenAt: Generated<string | null> }
}
