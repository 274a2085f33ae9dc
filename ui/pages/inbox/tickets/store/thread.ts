import { batch } from '@preact/signals-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { RangeLoader } from './range-loader'
import type { Sending } from './rows'
import type { HistoryEntry } from './thread-line'

/**
 * Messages of one ticket from API pages, events and the user's own requests. Invariant: pages + events = a fresh load.
 */
export class Thread extends RangeLoader {
  /** True while a message is unconfirmed; the thread must then not be dropped from memory. */
  get isSending() {
    return this.bubbles.hasOutgoing
  }

  /** Applies a message from an event or response; `clientId` links it to an outgoing bubble. */
  applyMessage(message: Message, clientId?: string) {
    this.received.set(message.id, message)
    this.discarded.delete(message.id)
    const existing = this.find(message.id)
    if (existing) {
      if (clientId) this.dropOutgoing(clientId)
      existing.value = { ...existing.peek(), message, sending: null }
    } else if (clientId && this.isOutgoing(clientId)) this.confirmOutgoing(clientId, message)
    else if (this.isInRange(message)) this.insert(message)
    else if (this.hasNewer.peek() && !message.fromMe && message.id > this.bubbles.highestId)
      this.receivedBelow.value = this.receivedBelow.peek() + 1
    this.bubbles.highestId = Math.max(this.bubbles.highestId, message.id)
  }

  /** Applies the response to a request; an event may already have brought a higher acknowledgement. */
  applyResponse(message: Message, clientId?: string) {
    const existing = this.find(message.id)?.peek().message
    if (existing && clientId) this.dropOutgoing(clientId)
    else this.applyMessage(existing ? { ...message, ack: Math.max(existing.ack, message.ack) } : message, clientId)
  }

  /** Removes a message that was never delivered and was discarded. */
  dropMessage(id: number) {
    this.discarded.add(id)
    this.received.delete(id)
    batch(() => {
      this.grewOnTop.value = false
      this.bubbles.dropWhere((message) => message.id === id)
    })
  }

  applyTicket(ticket: Ticket) {
    this.isTicketReceived = true
    this.ticket.value = ticket
  }

  /** Applies a note from an event or response. */
  applyNote(note: TicketNote) {
    batch(() => {
      this.grewOnTop.value = false
      this.lines.applyNote(note)
    })
  }

  dropNote(id: number) {
    this.grewOnTop.value = false
    this.lines.dropNote(id)
  }

  /** True if notes and history of this ticket belong to the loaded range. */
  coversTicket = (ticketId: number) =>
    ticketId === this.ticket.peek().id || this.messages().some((message) => message.ticketId === ticketId)

  /** Replaces the history of a ticket. */
  replaceHistory(ticketId: number, events: HistoryEntry[]) {
    batch(() => {
      this.grewOnTop.value = false
      this.lines.replaceHistory(ticketId, events)
    })
  }

  /** Removes an earlier ticket that the user may no longer see. */
  dropTicket(ticketId: number) {
    if (ticketId === this.ticket.peek().id) return
    batch(() => {
      this.grewOnTop.value = true // keeps the distance from the end
      this.lines.dropTicket(ticketId)
      this.bubbles.dropWhere((message) => message.ticketId === ticketId)
    })
  }

  /** Adds an outgoing message at the bottom. */
  addOutgoing(message: Message, sending: Sending) {
    // An own message belongs to the end, so the newest page is loaded.
    if (this.hasNewer.peek()) void this.reload({ fresh: true })
    batch(() => {
      this.grewOnTop.value = false
      this.bubbles.addOutgoing(message, sending)
    })
  }

  updateOutgoing = (clientId: string, change: Partial<Sending>) => this.bubbles.updateOutgoing(clientId, change)
  dropOutgoing = (clientId: string) => this.bubbles.dropOutgoing(clientId)
  isOutgoing = (clientId: string) => this.bubbles.isOutgoing(clientId)

  private confirmOutgoing(clientId: string, message: Message) {
    batch(() => {
      this.grewOnTop.value = false
      this.bubbles.confirmOutgoing(clientId, message)
    })
  }
}
