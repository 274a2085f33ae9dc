import type { Viewer } from './core/scope'
import type { CompanyId } from './core/storage/schema'
import type { Announcement } from './features/announcements/model'
import type { Chat, ChatMessage } from './features/chats/model'
import type { Company } from './features/companies/model'
import type { CompanyFacts } from './features/company/facts'
import type { Connection, Session } from './features/connections/model'
import type { Contact } from './features/contacts/model'
import type { DataExport } from './features/data-transfer/model'
import type { Draft } from './features/drafts/model'
import type { FileList } from './features/file-lists/model'
import type { Invoice } from './features/invoices/model'
import type { Message } from './features/messages/model'
import type { TicketNote } from './features/notes/model'
import type { Queue } from './features/queues/model'
import type { QuickMessage } from './features/quick-messages/model'
import type { Schedule } from './features/schedules/model'
import type { Setting } from './features/settings/model'
import type { SupportGrant } from './features/support/model'
import type { Tag } from './features/tags/model'
import type { Ticket } from './features/tickets/model'
import type { User } from './features/users/model'
import { can, seesTicket } from './shared/permissions'
import { hasRole, isSettingKey, settingRules } from './shared/settings'

/**
 * CONTRACT 2, websocket. Entity → what is told about it; on the wire the entity is `company-{id}-{entity}`
 * (decisions.md, Wire). The interface imports this type.
 */
export interface Events {
  ticket:
    | { action: 'update'; ticket: Ticket; was?: Ticket }
    | { action: 'delete'; ticketId: number; was: Ticket }
    | { action: 'updateUnread'; ticketId: number; ticket: Ticket }
  /** To whoever pinned it, or no longer. */
  ticketPin: { action: 'update'; userId: number; ticket: Ticket; pinned: boolean }
  appMessage:
    | { action: 'create'; message: Message; ticket: Ticket; clientId?: string }
    | { action: 'update'; message: Message; ticket: Ticket }
    /** A failed one that reached nobody, and is no more. */
    | { action: 'delete'; messageId: number; ticket: Ticket }
  ticketNote:
    | { action: 'create'; note: TicketNote; ticket: Ticket }
    | { action: 'delete'; noteId: number; ticketId: number; ticket: Ticket }
  /** To a person's own screens: they looked at the notes of a ticket that name them. */
  mention: { action: 'seen'; userId: number; ticketId: number }
  contact:
    | { action: 'create' | 'update'; contact: Contact }
    | { action: 'delete'; contactId: number }
    /** Many came at once: whoever shows a list loads it again. */
    | { action: 'reload' }
  whatsapp: { action: 'update'; whatsapp: Connection } | { action: 'delete'; whatsappId: number }
  /** To those who can do something about it: a number has been down for two minutes, is back, or is held back. */
  connectionHealth:
    | { action: 'down' | 'up'; whatsappId: number; name: string; since: string }
    | { action: 'limits'; whatsappId: number }
  whatsappSession: { action: 'update'; session: Session }
  user: { action: 'create' | 'update'; user: User } | { action: 'delete'; userId: number }
  /** Accessed on another computer: to the person's other sockets only. */
  auth: { action: 'update'; user: { id: number }; tokenId: number }
  /** Typing, from the customer or from a colleague; and who has the ticket on screen, to those who have it, too. */
  presence:
    | { action: 'update'; ticket: Ticket; presence: 'composing' | 'recording' | 'paused'; userId: number | null }
    | { action: 'viewers'; ticket: Ticket; viewers: { id: number; name: string }[] }
  tag: { action: 'create' | 'update'; tag: Tag } | { action: 'delete'; tagId: number }
  setting: { action: 'update'; setting: Setting }
  /** Name, due date, plan, place or language of one's own company. */
  company: { action: 'update'; company: CompanyFacts }
  /** Any company of the installation, to its provider alone; `reload` when many changed at once. */
  tenant:
    | { action: 'create' | 'update'; company: Company }
    | { action: 'delete'; companyId: number }
    | { action: 'reload' }
  /** The provider is in the company to help, or no longer. */
  support: { action: 'start' | 'end'; grant: SupportGrant }
  /** To everybody of every company. */
  announcement: { action: 'create' | 'update'; record: Announcement } | { action: 'delete'; id: number }
  /** Internal chat, to its members alone; `removed` are those who were in it until now. */
  chat:
    | { action: 'create' | 'update'; chat: Chat; removed?: number[] }
    | { action: 'new-message'; newMessage: ChatMessage; chat: Chat }
    | { action: 'delete'; chatId: number; userIds: number[] }
  /** What a person types, to their own other tabs; an empty body when it is gone. */
  draft: { action: 'update'; userId: number; draft: Draft }
  queue: { action: 'create' | 'update'; queue: Queue } | { action: 'delete'; queueId: number }
  file: { action: 'create' | 'update'; fileList: FileList } | { action: 'delete'; fileListId: number }
  quickMessage:
    | { action: 'create'; quickMessage: QuickMessage }
    | { action: 'update'; quickMessage: QuickMessage; wasGeral: boolean }
    | { action: 'delete'; quickMessageId: number; userId: number | null; geral: boolean }
  /** A file for somebody to take away, being made or made. */
  dataExport: { action: 'update'; export: DataExport }
  schedule: { action: 'create' | 'update'; schedule: Schedule } | { action: 'delete'; scheduleId: number }
  /** The licence goes on, to every screen of the company; invoices only to those who see them. */
  payment:
    | { action: 'CONCLUIDA'; company: { id: number; name: string; dueDate: string }; invoice?: Invoice }
    | { action: 'create' | 'update'; invoice: Invoice }
    | { action: 'delete'; invoiceId: number }
}
export type Entity = keyof Events

/** What one viewer hears of an event: the payload, a lesser one, or nothing. Decided here and nowhere else. */
export type Hearing = { [E in Entity]: (viewer: Viewer, payload: Events[E]) => Events[E] | null }

export const hearing: Hearing = {
  ticket(viewer, payload) {
    if (payload.action === 'delete') return seesTicket(viewer, payload.was) ? payload : null
    if (seesTicket(viewer, payload.ticket)) return payload
    // Those who lose sight of it are told to drop it, and not what became of it.
    if (payload.action === 'update' && payload.was && seesTicket(viewer, payload.was))
      return { action: 'delete', ticketId: payload.ticket.id, was: payload.was }
    return null
  },
  ticketPin: (viewer, payload) =>
    payload.userId === viewer.userId && seesTicket(viewer, payload.ticket) ? payload : null,
  appMessage: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  ticketNote: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  mention: (viewer, payload) => (payload.userId === viewer.userId ? payload : null),
  presence: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  contact: (_, payload) => payload,
  queue: (_, payload) => payload,
  tag: (_, payload) => payload,
  file: (_, payload) => payload,
  whatsapp: (viewer, payload) =>
    payload.action === 'delete' || can(viewer.profile, 'connection:edit')
      ? payload
      : { ...payload, whatsapp: { ...payload.whatsapp, qrcode: '', pairingCode: '' } },
  connectionHealth: (viewer, payload) => (can(viewer.profile, 'connection:edit') ? payload : null),
  whatsappSession: (viewer, payload) =>
    can(viewer.profile, 'connection:edit')
      ? payload
      : { ...payload, session: { ...payload.session, qrcode: '', pairingCode: '' } },
  user: (viewer, payload) =>
    viewer.profile === 'admin' || (payload.action !== 'delete' && payload.user.id === viewer.userId) ? payload : null,
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
    // It was the company's and is a person's own now: the others lose it.
    if (payload.action !== 'update' || !payload.wasGeral) return null
    return { action: 'delete', quickMessageId: payload.quickMessage.id, userId, geral }
  },
  dataExport: (viewer, payload) => (can(viewer.profile, 'privacy:edit') ? payload : null),
  schedule: (_, payload) => payload,
  payment(viewer, payload) {
    if (can(viewer.profile, 'invoice:list')) return payload
    return payload.action === 'CONCLUIDA' ? { action: payload.action, company: payload.company } : null
  },
  auth: (viewer, payload) => (payload.user.id === viewer.userId ? payload : null),
  company: (_, payload) => payload,
  tenant: (viewer, payload) => (viewer.super ? payload : null),
  support: (_, payload) => payload,
  announcement: (viewer, payload) =>
    payload.action === 'delete' || payload.record.status || viewer.super
      ? payload
      : { action: 'delete', id: payload.record.id },
  setting: (viewer, payload) => {
    const { key } = payload.setting
    return isSettingKey(key) && hasRole(viewer, settingRules[key].read) ? payload : null
  },
}

/** The name an entity has on the wire. */
export const wireName = (companyId: CompanyId, entity: Entity) =>
  entity === 'announcement' ? 'company-announcement' : `company-${companyId}-${entity}`
