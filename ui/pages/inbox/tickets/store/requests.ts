import type {
  DeletedMessage,
  Message,
  MessageHits,
  MessageTimes,
} from '../../../../../src/features/inbox/messages/model'
import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import type { QuickMessage } from '../../../../../src/features/inbox/quick-messages/model'
import type {
  AcceptNextQuery,
  FilterCounts,
  Ticket,
  TicketCounts,
  TicketHistory,
} from '../../../../../src/features/inbox/tickets/model'
import type { TicketStatus } from '../../../../../src/shared/enums'
import type { MacroAction } from '../../../../../src/shared/macros'
import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { api, unwrapResponse } from '../../../../lib/api'
import type { PageDirection } from './range-loader'
import type { Sort } from './sort'
import { applyStarsOfPage } from './stars'
import type { HistoryEntry } from './thread-line'

export interface TicketPage {
  tickets: Ticket[]
  hasMore: boolean
  next: string | null
  /** The server counts up to 100. */
  counts: TicketCounts
  /** Pinned tickets of the user; only with the first page of the own list. */
  pinned: Ticket[]
}
export interface MessagePage {
  /** Oldest first. */
  messages: Message[]
  /** The user's own messages with the client ids they were sent under. */
  sent: { id: number; clientId: string }[]
  ticket: Ticket
  hasMore: boolean
  next: string | null
  /** True if newer messages exist below the page. */
  hasNewer: boolean
  newer: string | null
  /** Notes and history of the tickets that this page is the first to reach. */
  notes: TicketNote[]
  events: HistoryEntry[]
  /** Ids of the messages that the user has starred. */
  starred?: number[]
}

export const listTickets = (query: {
  list?: TicketListName
  searchParam?: string
  searchIn?: 'contacts'
  contactId?: number
  from?: string
  to?: string
  queueIds?: string
  tags?: string
  users?: string
  sort?: Sort
  unanswered?: boolean
  withUnreadMessages?: boolean
  mine?: boolean
  snoozed?: 'none' | 'only'
  whatsappIds?: string
  cursor?: string
}) => unwrapResponse<TicketPage>(api.tickets.get({ query }))
/** How many tickets of a list each filter would leave. */
export const countFilters = (query: { list: TicketListName; snoozed?: 'none' | 'only' }) =>
  unwrapResponse<FilterCounts>(api.tickets['filter-counts'].get({ query }))
export const fetchTicket = (uuid: string) => unwrapResponse<Ticket>(api.tickets.u({ uuid }).get())

/** Opens a ticket with a contact. @throws ERR_OTHER_OPEN_TICKET { ticket }, ERR_NO_DEF_WAPP_FOUND */
export const openTicket = (body: { contactId: number; queueId?: number; whatsappId?: number }) =>
  unwrapResponse<Ticket>(api.tickets.post(body))
/** Transfers to a queue, a user, a connection, or several of these, with a note for colleagues. */
export const transferTicket = (
  id: number,
  to: { queueId?: number; userId?: number; whatsappId?: number; note?: string },
) => unwrapResponse<Ticket>(api.tickets({ id }).transfer.post(to))
export const removeTicket = (id: number) => unwrapResponse<{ id: number }>(api.tickets({ id }).delete())

/** Changes the state: 'open' accepts or reopens, 'pending' returns, 'closed' closes. */
export const setTicketStatus = (id: number, status: TicketStatus) =>
  unwrapResponse<Ticket>(api.tickets({ id }).put({ status }))
/** Closes with an outcome of the company's list, with or without the farewell. */
export const closeWith = (id: number, options: { outcome?: string; farewell?: boolean }) =>
  unwrapResponse<Ticket>(api.tickets({ id }).put({ status: 'closed', ...options }))
/** Does the actions of a macro: all of them or none. */
export const runTicketActions = (id: number, actions: MacroAction[]) =>
  unwrapResponse<Ticket>(api.tickets({ id }).actions.post({ actions }))
/** Snoozes until a local time of the company. */
export const snooze = (id: number, until: string) => unwrapResponse<Ticket>(api.tickets({ id }).snooze.put({ until }))
export const unsnooze = (id: number) => unwrapResponse<Ticket>(api.tickets({ id }).snooze.delete())
/** Accepts the pending ticket that has waited longest among those the filter leaves; null if none waits. */
export const acceptNext = (query: AcceptNextQuery) =>
  unwrapResponse<{ ticket: Ticket | null }>(api.tickets['accept-next'].post(undefined, { query }))
/** Ends the robot's part of a pending ticket. */
export const stopRobot = (id: number) => unwrapResponse<Ticket>(api.tickets({ id }).put({ chatbot: false }))
export const markRead = (id: number) => unwrapResponse<Ticket>(api.tickets({ id }).read.post())
/** Marks as unread for the team; the customer does not see it. */
export const markUnread = (id: number) => unwrapResponse<Ticket>(api.tickets({ id }).unread.post())
/** Pins for this user only. @throws ERR_TOO_MANY_PINS */
export const addPin = (id: number) => unwrapResponse<Ticket>(api.tickets({ id }).pin.put())
export const removePin = (id: number) => unwrapResponse<Ticket>(api.tickets({ id }).pin.delete())
export const addTag = (id: number, tagId: number) =>
  unwrapResponse<Ticket>(api['ticket-tags']({ ticketId: id })({ tagId }).put())
/** Replaces the tags of a ticket. */
export const replaceTags = (id: number, tags: number[]) =>
  unwrapResponse<Ticket>(api.tags.sync.post({ ticketId: id, tags }))
export const sendTyping = (id: number, presence: 'composing' | 'recording' | 'paused') =>
  unwrapResponse(api.tickets({ id }).typing.post({ presence }))

/** Newest page, or the page above (`cursor`), below (`after`) or around a message. */
export async function listMessages(ticketId: number, message?: string, direction: PageDirection = 'cursor') {
  const query = { [direction]: message }
  const page = await unwrapResponse<MessagePage>(api.messages({ id: ticketId }).get({ query }))
  applyStarsOfPage(page)
  return page
}
export const listHistory = (ticketId: number) =>
  unwrapResponse<TicketHistory>(api.tickets({ id: ticketId }).events.get())
export const searchConversation = (ticketId: number, q: string, cursor?: string) =>
  unwrapResponse<MessageHits>(api.messages({ id: ticketId }).search.get({ query: { q, cursor } }))
/** A repeat with the same key and targets forwards nothing again. */
export const forwardMessage = (id: number, to: { ticketIds: number[]; contactIds: number[] }, key: string) =>
  unwrapResponse<{ messages: Message[] }>(
    api.messages({ id }).forward.post(to, { headers: { 'idempotency-key': key } }),
  )

export const listNotes = (query: { ticketId?: number; contactId?: number; cursor?: string }) =>
  unwrapResponse<{ notes: TicketNote[]; hasMore: boolean; next: string | null }>(
    api['ticket-notes'].list.get({ query }),
  )
export const createNote = (ticketId: number, note: string, mentions: number[]) =>
  unwrapResponse<TicketNote>(api['ticket-notes'].post({ ticketId, note, mentions }))
export const deleteNote = (id: number) => unwrapResponse<{ id: number }>(api['ticket-notes']({ id }).delete())

export const retryMessage = (id: number) => unwrapResponse<Message>(api.messages({ id }).retry.post())
export const deleteMessage = (id: number) => unwrapResponse<DeletedMessage>(api.messages({ id }).delete())
export const editMessage = (id: number, body: string) =>
  unwrapResponse<Message>(api.messages.edit({ id }).post({ body }))
export const listEdits = (id: number) =>
  unwrapResponse<{ edits: { body: string; at: string }[] }>(api.messages.edits({ id }).get())
export const getMessageTimes = (id: number) => unwrapResponse<MessageTimes>(api.messages.info({ id }).get())
/** Adds a reaction; '' removes it. */
export const sendReaction = (id: number, emoji: string) =>
  unwrapResponse<Message>(api.messages({ id }).reaction.post({ emoji }))

/** Quick messages of the user and of the company. */
export const listQuickMessages = () => unwrapResponse<{ records: QuickMessage[] }>(api['quick-messages'].list.get())
