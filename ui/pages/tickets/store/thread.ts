import { batch } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'
import type { TicketNote } from '../../../../src/features/notes/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { TicketLine } from './annotations'
import { LoadingStretch } from './range-loader'
import type { Sending } from './rows'

/**
 * Messages of one ticket from API pages, events and the user's own requests. Invariant: pages + events = a fresh load.
 */
export class Thread extends LoadingStretch {
  /** True while a message is unconfirmed; the thread must then not be dropped from memory. */
  get isSending() {
    return this.bubbles.hasOutgoing
  }

  /** Applies a message from an event or response; `clientId` links it to an outgoing bubble. */
  put(message: Message, clientId?: string) {
    this.heard.set(message.id, message)
    this.gone.delete(message.id)
    const known = this.find(message.id)
    if (known) {
      if (clientId) this.dropOutgoing(clientId)
      known.value = { ...known.peek(), message, sending: null }
    } else if (clientId && this.isOutgoing(clientId)) this.settle(clientId, message)
    else if (this.hasPlace(message)) this.insert(message)
    else if (this.hasNewer.peek() && !message.fromMe && message.id > this.bubbles.highest)
      this.arrivedBelow.value = this.arrivedBelow.peek() + 1
    this.bubbles.highest = Math.max(this.bubbles.highest, message.id)
  }

  /** Applies the response to a request; an event may already have brought a higher acknowledgement. */
  putAnswer(message: Message, clientId?: string) {
    const known = this.find(message.id)?.peek().message
    if (known && clientId) this.dropOutgoing(clientId)
    else this.put(known ? { ...message, ack: Math.max(known.ack, message.ack) } : message, clientId)
  }

  /** Removes a message that was never delivered and was discarded. */
  drop(id: number) {
    this.gone.add(id)
    this.heard.delete(id)
    batch(() => {
      this.grewOnTop.value = false
      this.bubbles.drop((message) => message.id === id)
    })
  }

  putTicket(ticket: Ticket) {
    this.heardTicket = true
    this.ticket.value = ticket
  }

  /** Applies a note from an event or response. */
  putNote(note: TicketNote) {
    batch(() => {
      this.grewOnTop.value = false
      this.sides.putNote(note)
    })
  }

  dropNote(id: number) {
    this.grewOnTop.value = false
    this.sides.dropNote(id)
  }

  /** True if notes and history of this ticket belong to the loaded range. */
  reaches = (ticketId: number) =>
    ticketId === this.ticket.peek().id || this.messages().some((message) => message.ticketId === ticketId)

  /** Replaces the history of a ticket. */
  putHistory(ticketId: number, events: TicketLine[]) {
    batch(() => {
      this.grewOnTop.value = false
      this.sides.putHistory(ticketId, events)
    })
  }

  /** Removes an earlier ticket that the user may no longer see. */
  dropTicket(ticketId: number) {
    if (ticketId === this.ticket.peek().id) return
    batch(() => {
      this.grewOnTop.value = true // keeps the distance from the end
      this.sides.dropTicket(ticketId)
      this.bubbles.drop((message) => message.ticketId === ticketId)
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

  changeOutgoing = (clientId: string, change: Partial<Sending>) => this.bubbles.changeOutgoing(clientId, change)
  dropOutgoing = (clientId: string) => this.bubbles.dropOutgoing(clientId)
  isOutgoing = (clientId: string) => this.bubbles.isOutgoing(clientId)

  private settle(clientId: string, message: Message) {
    batch(() => {
      this.grewOnTop.value = false
      this.bubbles.settle(clientId, message)
    })
  }
}
