import type { Generated } from 'kysely'
import type { CloseReason, TicketEvent, TicketStatus } from '../../../shared/enums'
import type { Flag, Owned, Owner } from '../schema'

/** Conversations with customers, and what is noted on them. */
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
  /** Who moved what when; never updated, but for `told`: the customer was sent the text about it. */
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
    told: Generated<Flag>
  }
  /** One row per attendance, from the first wait to the close, for the reports (server-behaviour §3.5). */
  attendances: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    /** First pending; null when an agent began the conversation. */
    queuedAt: string | null
    /** First accept. */
    startedAt: string | null
    /** The first thing an agent said. */
    firstResponseAt: string | null
    finishedAt: string | null
    ratingSentAt: string | null
    ratedAt: string | null
    /** What the customer gave: 1, 2 or 3. */
    rate: number | null
    /** Who attended last, and the queue it stood in last. */
    userId: number | null
    queueId: number | null
    /** Why it ended. */
    reason: CloseReason | null
    createdAt: string
  }
  /** Figures of days that are over: a copy of what the attendances say (features/dashboard/days.ts). */
  dashboard_days: { companyId: Owner; startsAt: string; endsAt: string; figures: string }
  tags: Owned & {
    name: string
    /** Name without accents, lower case: what search compares, and what no second tag of the company may be called. */
    folded: string
    color: string
    /** A lane of the board. */
    kanban: Generated<Flag>
    orderTag: Generated<number>
    /** Who made it; not a reference, because it outlives the person. */
    userId: number | null
  }
  ticket_tags: { companyId: Owner; ticketId: number; tagId: number }
  /** What a person typed in a ticket and did not send. */
  drafts: { companyId: Owner; userId: number; ticketId: number; body: string; at: string }
  /** Who wants which tickets on top of their list. */
  ticket_pins: { companyId: Owner; userId: number; ticketId: number }
  /** What colleagues tell each other about a ticket; never sent. */
  ticket_notes: {
    id: Generated<number>
    companyId: Owner
    ticketId: number
    userId: number | null
    note: string
    /** JSON ids of the colleagues it names with @, who see the ticket. */
    mentions: Generated<string>
    createdAt: Generated<string>
  }
  /** Whom a note names, and when they saw it; null until then. */
  note_mentions: { companyId: Owner; noteId: number; userId: number; seenAt: Generated<string | null> }
}
