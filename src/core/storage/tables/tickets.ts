import type { Generated } from 'kysely'
import type { CloseReason, TicketEvent, TicketStatus } from '../../../shared/enums'
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
    unreadMessages: Generated<number>
    lastMessage: Generated<string>
    lastMessageAt: string
    lastMessageFromMe: Generated<Flag>
    closedAt: string | null
    closedBy: number | null
    closeReason: CloseReason | null
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
  }
  /** One row per attendance, from the first wait to the close, for the reports (server-behaviour §3.5). */
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
    createdAt: string
  }
  /** Figures of past days, computed from the attendances (features/dashboard/days.ts). */
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
