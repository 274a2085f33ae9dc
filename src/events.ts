import type { Viewer } from './core/scope'
import type { CompanyId } from './core/storage/schema'
import type { Announcement } from './features/announcements/model'
import type { Campaign } from './features/campaigns/model'
import type { Chat, ChatMessage } from './features/chats/model'
import type { ColdLane } from './features/cold-lanes/model'
import type { Company } from './features/companies/model'
import type { CompanyFacts } from './features/company/facts'
import type { Connection, Session } from './features/connections/model'
import type { ContactImport } from './features/contact-imports/model'
import type { ContactList, ContactListItem } from './features/contact-lists/model'
import type { Contact } from './features/contacts/model'
import type { DataExport } from './features/data-transfer/model'
import type { Draft } from './features/drafts/model'
import type { FileList } from './features/file-lists/model'
import type { FlowCampaign } from './features/flow-phrases/model'
import type { FlowReplay } from './features/flow-replays/model'
import type { Flow } from './features/flows/model'
import type { QueueIntegration } from './features/integrations/model'
import type { Invoice } from './features/invoices/model'
import type { Message } from './features/messages/model'
import type { TicketNote } from './features/notes/model'
import type { NumberCheck } from './features/number-checks/model'
import type { OptOut } from './features/opt-outs/model'
import type { Prompt } from './features/prompts/model'
import type { Queue } from './features/queues/model'
import type { QuickMessage } from './features/quick-messages/model'
import type { Schedule } from './features/schedules/model'
import type { Setting } from './features/settings/model'
import type { SupportGrant } from './features/support/model'
import type { Tag } from './features/tags/model'
import type { Ticket } from './features/tickets/model'
import type { User } from './features/users/model'
import type { Webhook } from './features/webhooks/model'
import type { TargetKind } from './shared/enums'
import { can, isNotifiedOfLate, seesSchedule, seesTicket, type TicketAssignment } from './shared/permissions'
import { hasRole, isSettingKey, settingRules } from './shared/settings'

/**
 * CONTRACT 2, websocket: entity → payload of its events. On the wire the entity is `company-{id}-{entity}`
 * (decisions.md, Wire). The interface imports this type.
 */
export interface Events {
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
  /** To the person's own tabs: the notes of a ticket that mention them were read. */
  mention: { action: 'seen'; userId: number; ticketId: number }
  contact:
    | { action: 'create' | 'update'; contact: Contact }
    | { action: 'delete'; contactId: number }
    /** Many contacts changed at once: lists load again. */
    | { action: 'reload' }
  whatsapp: { action: 'update'; whatsapp: Connection } | { action: 'delete'; whatsappId: number }
  /** To those who may edit connections: a number has been down for two minutes, is back, or is limited by WhatsApp. */
  connectionHealth:
    | { action: 'down' | 'up'; whatsappId: number; name: string; since: string }
    | { action: 'limits'; whatsappId: number }
    | { action: 'timeLock' | 'quota'; whatsappId: number; name: string; until: string | null }
  /** `isChanged`: the status is another one than before. */
  whatsappSession: { action: 'update'; session: Session; isChanged?: true }
  user: { action: 'create' | 'update'; user: User } | { action: 'delete'; userId: number }
  /** A user came online, went offline or went away; to those who see the team. */
  team: { action: 'update'; userId: number; online: boolean; away: boolean }
  /** A ticket missed a target: to its holder, and to those who see the team and the ticket. */
  lateTicket: { action: 'create'; target: TargetKind; ticket: Ticket }
  /** Signed in on another computer: to the person's other sockets only. */
  auth: { action: 'update'; user: { id: number }; tokenId: number }
  /** Typing of the customer or a colleague; viewers of a ticket, to those who have it open. */
  presence:
    | { action: 'update'; ticket: Ticket; presence: 'composing' | 'recording' | 'paused'; userId: number | null }
    | { action: 'viewers'; ticket: Ticket; viewers: { id: number; name: string }[] }
  tag: { action: 'create' | 'update'; tag: Tag } | { action: 'delete'; tagId: number }
  setting: { action: 'update'; setting: Setting }
  /** Name, due date, plan, time zone or language of the viewer's company. */
  company: { action: 'update'; company: CompanyFacts }
  /** A company of the installation, to super users only; `reload` when many changed at once. */
  tenant:
    | { action: 'create' | 'update'; company: Company }
    | { action: 'delete'; companyId: number }
    | { action: 'reload' }
  /** A support visit of the provider began or ended. */
  support: { action: 'start' | 'end'; grant: SupportGrant }
  /** To all users of all companies. */
  announcement: { action: 'create' | 'update'; record: Announcement } | { action: 'delete'; id: number }
  /** Internal chat, to its members only; `removed` lists members who were taken out. */
  chat:
    | { action: 'create' | 'update'; chat: Chat; removed?: number[] }
    | { action: 'new-message'; newMessage: ChatMessage; chat: Chat }
    | { action: 'delete'; chatId: number; userIds: number[] }
  /** Draft of a person, to their other tabs; an empty body when it was deleted. */
  draft: { action: 'update'; userId: number; draft: Draft }
  queue: { action: 'create' | 'update'; queue: Queue } | { action: 'delete'; queueId: number }
  /** To those who may edit integrations; secrets are masked. */
  queueIntegration:
    | { action: 'create' | 'update'; queueIntegration: QueueIntegration }
    | { action: 'delete'; integrationId: number }
  /** To those who may edit flows. */
  flow: { action: 'create' | 'update'; flow: Flow } | { action: 'delete'; flowId: number }
  /** Progress of a replay, to those who may edit flows. */
  flowReplay: { action: 'update'; replay: FlowReplay }
  /** To those who may edit integrations; the key is masked. */
  webhook: { action: 'create' | 'update'; webhook: Webhook } | { action: 'delete'; webhookId: number }
  /** Users who have the editor of a flow on screen, to each other. */
  flowEditors: { action: 'editors'; flowId: number; editors: { id: number; name: string }[] }
  flowCampaign:
    | { action: 'create' | 'update'; flowCampaign: FlowCampaign }
    | { action: 'delete'; flowCampaignId: number }
  /**
   * To those who may see campaigns. `progress`: recipients of a running campaign changed, at most every two seconds; the
   * report loads again.
   */
  campaign:
    | { action: 'create' | 'update'; campaign: Campaign }
    | { action: 'progress'; campaignId: number }
    | { action: 'delete'; campaignId: number }
  /** To those who may edit campaigns: pause or declared age of a number changed. */
  coldLane: { action: 'update'; coldLane: ColdLane }
  /** To those who may edit campaigns. */
  contactList: { action: 'create' | 'update'; contactList: ContactList } | { action: 'delete'; contactListId: number }
  contactListItem:
    | { action: 'create' | 'update'; contactListItem: ContactListItem }
    | { action: 'delete'; contactListItemId: number; contactListId: number }
    /** Many people of a list changed at once: it loads again. */
    | { action: 'reload'; contactListId: number }
  /** Progress of an import into a list. */
  contactListImport: { action: 'update'; contactListImport: ContactImport }
  /** Progress of a check of a list's numbers. */
  numberCheck: { action: 'update'; numberCheck: NumberCheck }
  file: { action: 'create' | 'update'; fileList: FileList } | { action: 'delete'; fileListId: number }
  /** To those who may edit prompts; of the key only the last characters. */
  prompt: { action: 'create' | 'update'; prompt: Prompt } | { action: 'delete'; promptId: number }
  /** To those who may edit prompts: the service refused a prompt's key, once per key; or a call exceeded the budget. */
  promptAlert:
    | { action: 'keyRefused'; service: 'model' | 'voice'; promptId: number; name: string }
    | { action: 'budget' }
  /**
   * To those who may edit integrations: one gave no usable answer, once until it answers again; or a webhook that failed
   * for days was switched off.
   */
  integrationAlert:
    | { action: 'failed'; integrationId: number; name: string }
    | { action: 'webhookDisabled'; webhookId: number; name: string }
  quickMessage:
    | { action: 'create'; quickMessage: QuickMessage }
    | { action: 'update'; quickMessage: QuickMessage; wasGeral: boolean }
    | { action: 'delete'; quickMessageId: number; userId: number | null; geral: boolean }
  /** Register of people who want no campaigns; `reload` when many changed at once. */
  optOut: { action: 'create'; optOut: OptOut } | { action: 'delete'; optOutId: number } | { action: 'reload' }
  /** State of a data export. */
  dataExport: { action: 'update'; export: DataExport }
  schedule:
    | { action: 'create' | 'update'; schedule: Schedule; ticket: TicketAssignment | null }
    | { action: 'delete'; scheduleId: number }
  /** A payment to all users of the company; invoices only to viewers who may list them. */
  payment:
    | { action: 'CONCLUIDA'; company: { id: number; name: string; dueDate: string }; invoice?: Invoice }
    | { action: 'create' | 'update'; invoice: Invoice }
    | { action: 'delete'; invoiceId: number }
}
export type Entity = keyof Events

/** Payload of an event for one viewer: whole, reduced, or null for none. The only place that decides it. */
export type Visibility = { [E in Entity]: (viewer: Viewer, payload: Events[E]) => Events[E] | null }

export const visibleTo: Visibility = {
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
  mention: (viewer, payload) => (payload.userId === viewer.userId ? payload : null),
  presence: (viewer, payload) => (seesTicket(viewer, payload.ticket) ? payload : null),
  contact: (_, payload) => payload,
  queue: (_, payload) => payload,
  tag: (_, payload) => payload,
  file: (_, payload) => payload,
  flow: (viewer, payload) => (can(viewer.profile, 'flow:edit') ? payload : null),
  flowEditors: (viewer, payload) => (can(viewer.profile, 'flow:edit') ? payload : null),
  campaign: (viewer, payload) => (can(viewer.profile, 'campaign:view') ? payload : null),
  coldLane: (viewer, payload) => (can(viewer.profile, 'campaign:view') ? payload : null),
  flowCampaign: (viewer, payload) => (can(viewer.profile, 'flow:edit') ? payload : null),
  contactList: (viewer, payload) => (can(viewer.profile, 'campaign:edit') ? payload : null),
  numberCheck: (viewer, payload) => (can(viewer.profile, 'campaign:edit') ? payload : null),
  contactListImport: (viewer, payload) => (can(viewer.profile, 'campaign:edit') ? payload : null),
  contactListItem: (viewer, payload) => (can(viewer.profile, 'campaign:edit') ? payload : null),
  flowReplay: (viewer, payload) => (can(viewer.profile, 'flow:edit') ? payload : null),
  queueIntegration: (viewer, payload) => (can(viewer.profile, 'integration:edit') ? payload : null),
  prompt: (viewer, payload) => (can(viewer.profile, 'prompt:edit') ? payload : null),
  promptAlert: (viewer, payload) => (can(viewer.profile, 'prompt:edit') ? payload : null),
  webhook: (viewer, payload) => (can(viewer.profile, 'integration:edit') ? payload : null),
  integrationAlert: (viewer, payload) => (can(viewer.profile, 'integration:edit') ? payload : null),
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
  team: (viewer, payload) => (can(viewer.profile, 'team:view') ? payload : null),
  lateTicket: (viewer, { ticket, ...payload }) => (isNotifiedOfLate(viewer, ticket) ? { ...payload, ticket } : null),
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
  dataExport: (viewer, payload) => (can(viewer.profile, 'privacy:edit') ? payload : null),
  optOut: (viewer, payload) => (can(viewer.profile, 'campaign:view') ? payload : null),
  schedule: (viewer, payload) =>
    payload.action === 'delete' || seesSchedule(viewer, payload.schedule, payload.ticket) ? payload : null,
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

/** Name of an entity on the wire. */
export const wireName = (companyId: CompanyId, entity: Entity) =>
  entity === 'announcement' ? 'company-announcement' : `company-${companyId}-${entity}`
