import type { Visibility } from '../../core/events'
import type { DueStage, TargetKind } from '../../shared/enums'
import type { TicketAssignment } from '../../shared/permissions'
import { isNotifiedOfLate, isWarnedOfDue, seesSchedule, seesTicket } from '../../shared/permissions'
import type { Chat, ChatMessage } from './chats/model'
import type { FileList } from './file-lists/model'
import type { Draft } from './messages/drafts/model'
import type { Message } from './messages/model'
import type { TicketNote } from './notes/model'
import type { Proposal } from './proposals/model'
import type { QuickMessage } from './quick-messages/model'
import type { Schedule } from './schedules/model'
import type { Ticket } from './tickets/model'

/** Events of inbox: entity → payload. */
declare module '../../core/events' {
  interface Events {
    ticket:
      | { action: 'update'; ticket: Ticket; was?: Ticket }
      | { action: 'delete'; ticketId: number; was: Ticket }
      | { action: 'updateUnread'; ticketId: number; ticket: Ticket }
    /** To the person who pinned or unpinned the ticket. */
    ticketPin: { action: 'update'; userId: number; ticket: Ticket; pinned: boolean }
    appMessage:
      | { action: 'create'; message: Message; ticket: Ticket; clientId?: string }
      | { action: 'update'; message: Message; ticket: Ticket }
      /** A failed message was discarded. */
      | { action: 'delete'; messageId: number; ticket: Ticket }
    ticketNote:
      | { action: 'create'; note: TicketNote; ticket: Ticket }
      | { action: 'delete'; noteId: number; ticketId: number; ticket: Ticket }
    /** Answer that a program proposes, new or decided. */
    proposal: { action: 'update'; proposal: Proposal; ticket: Ticket }
    /** To the person's own tabs: the notes of a ticket that mention them were read. */
    mention: { action: 'seen'; userId: number; ticketId: number }
    /** To the person's own tabs: a message got or lost the person's star. */
    star: { action: 'update'; userId: number; messageId: number; starred: boolean }
    /** A user came online, went offline or went away; to all, as the list of colleagues. */
    team: { action: 'update'; userId: number; online: boolean; away: boolean }
    /** A ticket missed a target: to its holder, and to those who see the team and the ticket. */
    lateTicket: { action: 'create'; target: TargetKind; ticket: Ticket }
    /** A next answer is due soon: to the holder first, then to those who see the team and the ticket. */
    dueTicket: { action: 'create'; stage: DueStage; ticket: Ticket }
    /** Typing of the customer or a colleague; viewers of a ticket, to those who have it open. */
    presence:
      | { action: 'update'; ticket: Ticket; presence: 'composing' | 'recording' | 'paused'; userId: number | null }
      | { action: 'viewers'; ticket: Ticket; viewers: { id: number; name: string }[] }
    /** Internal chat, to its members only; `removed` lists members who were taken out. */
    chat:
      | { action: 'create' | 'update'; chat: Chat; removed?: number[] }
      | { action: 'new-message'; newMessage: ChatMessage; chat: Chat }
      /** A message of a chat got or lost a reaction. */
      | { action: 'message-update'; message: ChatMessage; chat: Chat }
      | { action: 'delete'; chatId: number; userIds: number[] }
    /** Draft of a person, to their other tabs; an empty body when it was deleted. */
    draft: { action: 'update'; userId: number; draft: Draft }
    file: { action: 'create' | 'update'; fileList: FileList } | { action: 'delete'; fileListId: number }
    quickMessage:
      | { action: 'create'; quickMessage: QuickMessage }
      | { action: 'update'; quickMessage: QuickMessage; wasGeral: boolean }
      | { action: 'delete'; quickMessageId: number; userId: number | null; geral: boolean }
    schedule:
      | { action: 'create' | 'update'; schedule: Schedule; ticket: TicketAssignment | null }
      | { action: 'delete'; scheduleId: number }
  }
}

/** Payload of each event for one viewer. */
export const inboxEvents = {
  ticket(viewer, payload) {
    if (payload.action === 'delete') return seesTicket(viewer, payload.was) ? payload : null
    if (seesTicket(viewer, payload.ticket)) return payload
    // A viewer who may no longer see the ticket is told to remove it, without its new state.
    if (payload.action === 'update' && payload.was && seesTicket(viewer, payload.was))
      return { action: 'delete', ticketId: payload.ticket.id, was: payload.was }
    return null
  },
  ticketPin: (viewer, payload) =>
    payload.userId === viewer.userId && seesTicket(viewer, payload.ticket) ? payload : null,
  appMessage: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  ticketNote: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  proposal: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  mention: (viewer, payload) => (payload.userId === viewer.userId ? payload : null),
  star: (viewer, payload) => (payload.userId === viewer.userId ? payload : null),
  presence: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  file: (_, payload) => payload,
  team: (_, payload) => payload,
  lateTicket: (viewer, { ticket, ...payload }) => (isNotifiedOfLate(viewer, ticket) ? { ...payload, ticket } : null),
  dueTicket: (viewer, payload) => (isWarnedOfDue(viewer, payload.ticket, payload.stage) ? payload : null),
  draft: (viewer, payload) => (payload.userId === viewer.userId ? payload : null),
  chat(viewer, payload) {
    const { userId } = viewer
    if (payload.action === 'delete') return payload.userIds.includes(userId) ? payload : null
    if (payload.chat.users.some((member) => member.userId === userId)) return payload
    const left = 'removed' in payload && payload.removed?.includes(userId)
    return left ? { action: 'delete', chatId: payload.chat.id, userIds: [userId] } : null
  },
  quickMessage(viewer, payload) {
    const { userId, geral } = payload.action === 'delete' ? payload : payload.quickMessage
    if (geral || userId === viewer.userId) return payload
    // Was shared by the company and is private now: removed for the others.
    if (payload.action !== 'update' || !payload.wasGeral) return null
    return { action: 'delete', quickMessageId: payload.quickMessage.id, userId, geral }
  },
  schedule: (viewer, payload) =>
    payload.action === 'delete' || seesSchedule(viewer, payload.schedule, payload.ticket) ? payload : null,
} satisfies Partial<Visibility>
