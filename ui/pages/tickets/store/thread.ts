import { batch } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'
import type { TicketNote } from '../../../../src/features/notes/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import { LoadingStretch } from './loading'
import type { Sending } from './rows'
import type { TicketLine } from './sides'

/**
 * The messages of one ticket: pages from the API and what the websocket and this person's own requests tell, together.
 * Law: pages + events = a fresh load.
 */
export class Thread extends LoadingStretch {
  /** Something in it still waits for the server: it may not be forgotten. */
  get isSending() {
    return this.bubbles.hasOutgoing
  }

  /** A message as the websocket or an answer tells it; `clientId` ties it to the bubble that waited for it. */
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

  /** The same as the answer to a request of ours: the websocket may have told of its acknowledgements meanwhile. */
  putAnswer(message: Message, clientId?: string) {
    const known = this.find(message.id)?.peek().message
    if (known && clientId) this.dropOutgoing(clientId)
    else this.put(known ? { ...message, ack: Math.max(known.ack, message.ack) } : message, clientId)
  }

  /** One that reached nobody was discarded. */
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

  /** A note as the websocket or an answer tells it. */
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

  /** True when notes and history of this ticket belong to what is loaded. */
  reaches = (ticketId: number) =>
    ticketId === this.ticket.peek().id || this.messages().some((message) => message.ticketId === ticketId)

  /** A ticket's history as it is now. */
  putHistory(ticketId: number, events: TicketLine[]) {
    batch(() => {
      this.grewOnTop.value = false
      this.sides.putHistory(ticketId, events)
    })
  }

  /** An earlier ticket went out of this person's sight. */
  dropTicket(ticketId: number) {
    if (ticketId === this.ticket.peek().id) return
    batch(() => {
      this.grewOnTop.value = true // what is left keeps its place by the end
      this.sides.dropTicket(ticketId)
      this.bubbles.drop((message) => message.ticketId === ticketId)
    })
  }

  /** A bubble shown before the server knows of it; it stands below everything. */
  addOutgoing(message: Message, sending: Sending) {
    // What one says stands at the end, so that is where the thread goes.
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
