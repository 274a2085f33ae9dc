import type { Message } from '../../../src/features/messages/model'
import type { Ticket } from '../../../src/features/tickets/model'
import type { TicketStatus } from '../../../src/shared/enums'
import { api, ask } from '../../lib/api'
import { upload } from '../../lib/upload'

/** Every request of this page. All throw AppError. */

export interface TicketPage {
  tickets: Ticket[]
  hasMore: boolean
  next: string | null
  /** Stop at 100: more is not counted. */
  counts: { open: number; pending: number }
}
export interface MessagePage {
  /** Oldest first. */
  messages: Message[]
  ticket: Ticket
  hasMore: boolean
  next: string | null
}
export interface Outgoing {
  clientId: string
  body: string
  quotedMsg?: { id: number } | null
  mediaIds?: string[]
  voice?: boolean
  /** Length of a voice note, and 64 values of 0 to 100. */
  seconds?: number
  waveform?: number[]
}

export const listTickets = (query: {
  status?: TicketStatus
  showAll?: boolean
  searchParam?: string
  cursor?: string
}) => ask<TicketPage>(api.tickets.get({ query }))
export const findTicket = (uuid: string) => ask<Ticket>(api.tickets.u({ uuid }).get())

/** Accept and reopen (`open`), return (`pending`), close (`closed`): the server picks the verb. */
export const moveTicket = (id: number, status: TicketStatus) => ask<Ticket>(api.tickets({ id }).put({ status }))
export const markRead = (id: number) => ask<Ticket>(api.tickets({ id }).read.post())
export const tellTyping = (id: number, presence: 'composing' | 'recording' | 'paused') =>
  ask(api.tickets({ id }).typing.post({ presence }))

export const listMessages = (ticketId: number, cursor?: string) =>
  ask<MessagePage>(api.messages({ id: ticketId }).get({ query: { cursor } }))

/** Safe to repeat: the server answers a second request with the same `clientId` with the first one's messages. */
export const sendMessage = (ticketId: number, message: Outgoing) =>
  ask<{ messages: Message[] }>(
    api.messages({ id: ticketId }).post(message, { headers: { 'idempotency-key': message.clientId } }),
  )
export const retryMessage = (id: number) => ask<Message>(api.messages({ id }).retry.post())
export const deleteMessage = (id: number) => ask<Message>(api.messages({ id }).delete())
export const editMessage = (id: number, body: string) => ask<Message>(api.messages.edit({ id }).post({ body }))
export const listEdits = (id: number) =>
  ask<{ edits: { body: string; at: string }[] }>(api.messages.edits({ id }).get())
/** An empty emoji takes the reaction back. */
export const react = (id: number, emoji: string) => ask<Message>(api.messages({ id }).reaction.post({ emoji }))

/** The bytes, ahead of the message that will carry them. */
export const uploadMedia = (ticketId: number, file: File, onProgress: (share: number) => void, signal: AbortSignal) =>
  upload<{ mediaId: string }>(`/api/messages/${ticketId}/upload?fileName=${encodeURIComponent(file.name)}`, file, {
    method: 'PUT',
    headers: { 'content-type': file.type || 'application/octet-stream' },
    onProgress,
    signal,
  })
