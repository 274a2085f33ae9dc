import { batch, type Signal, signal } from '@preact/signals-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { formatDate } from '../../../../lib/time'
import type { Bubble, Sending } from './rows'

/** Bubbles of a thread, each in its own signal, so that an acknowledgement renders one bubble only. */
export class Bubbles {
  private readonly byKey = new Map<string, Signal<Bubble>>()
  private readonly keyOfId = new Map<number, string>()
  /** Keys of the stored messages, oldest first, and of messages the server has not confirmed. */
  private readonly stored = signal<readonly string[]>([])
  private readonly outgoing = signal<readonly string[]>([])
  /** Highest message id received; a message with a higher id is new. */
  highestId = 0

  /** All bubbles from top to bottom. Reads signals. */
  all = (): Signal<Bubble>[] => [...this.stored.value, ...this.outgoing.value].map((key) => this.byKey.get(key)!)
  find = (id: number): Signal<Bubble> | undefined => this.byKey.get(this.keyOfId.get(id) ?? '')
  keyOf = (id: number) => this.keyOfId.get(id) ?? String(id)
  /** Stored messages that are loaded, oldest first. */
  messages = (): Message[] => this.stored.peek().map(this.messageOf)
  /** First and last stored message that is loaded. */
  first = (): Message | undefined => this.stored.peek().slice(0, 1).map(this.messageOf)[0]
  last = (): Message | undefined => this.stored.peek().slice(-1).map(this.messageOf)[0]
  isOutgoing = (clientId: string) => this.outgoing.peek().includes(clientId)

  get hasStored() {
    return this.stored.peek().length > 0
  }
  get hasOutgoing() {
    return this.outgoing.peek().length > 0
  }

  /** Replaces all stored messages by these, in this order. */
  replace(messages: readonly Message[]) {
    const keptIds = new Set(messages.map(({ id }) => id))
    for (const { id } of this.messages()) if (!keptIds.has(id)) this.deleteBubble(id)
    for (const message of messages) this.setBubble(message)
    this.stored.value = messages.map(({ id }) => this.keyOf(id))
  }

  prepend(messages: readonly Message[]) {
    const added = this.withoutLoaded(messages)
    for (const message of added) this.setBubble(message)
    this.stored.value = [...added.map(({ id }) => this.keyOf(id)), ...this.stored.peek()]
  }

  append(messages: readonly Message[]) {
    const added = this.withoutLoaded(messages)
    for (const message of added) this.setBubble(message)
    this.stored.value = [...this.stored.peek(), ...added.map(({ id }) => this.keyOf(id))]
  }

  insert(message: Message) {
    this.setBubble(message)
    this.stored.value = this.keysWith(this.keyOf(message.id))
  }

  /** Turns an outgoing bubble into the stored message, under the same key. */
  confirmOutgoing(clientId: string, message: Message) {
    this.keyOfId.set(message.id, clientId)
    this.setBubble(message)
    this.outgoing.value = this.outgoing.peek().filter((key) => key !== clientId)
    this.stored.value = this.keysWith(clientId)
  }

  /**
   * Links an outgoing message with a message of a page; the bubble keeps its key and gets its position from the page.
   * Returns false if there is no such outgoing message.
   */
  linkOutgoing(clientId: string, id: number): boolean {
    if (!this.isOutgoing(clientId)) return false
    if (this.keyOfId.has(id)) this.byKey.delete(clientId)
    else this.keyOfId.set(id, clientId)
    this.outgoing.value = this.outgoing.peek().filter((key) => key !== clientId)
    return true
  }

  addOutgoing(message: Message, sending: Sending) {
    const key = sending.clientId
    this.byKey.set(key, signal({ key, message, day: formatDate(message.createdAt), sending }))
    this.outgoing.value = [...this.outgoing.peek(), key]
  }

  updateOutgoing(clientId: string, change: Partial<Sending>) {
    const bubble = this.byKey.get(clientId)
    const sending = bubble?.peek().sending
    if (bubble && sending) bubble.value = { ...bubble.peek(), sending: { ...sending, ...change } }
  }

  dropOutgoing(clientId: string) {
    if (!this.isOutgoing(clientId)) return
    this.outgoing.value = this.outgoing.peek().filter((key) => key !== clientId)
    this.byKey.delete(clientId)
  }

  /** Removes the stored messages that match. */
  dropWhere(matches: (message: Message) => boolean) {
    batch(() => {
      const dropped = this.messages().filter(matches)
      this.stored.value = this.stored.peek().filter((key) => !matches(this.messageOf(key)))
      for (const { id } of dropped) this.deleteBubble(id)
    })
  }

  private withoutLoaded(messages: readonly Message[]) {
    const existing = new Set(this.stored.peek())
    return messages.filter(({ id }) => !existing.has(this.keyOf(id)))
  }

  private messageOf = (key: string): Message => this.byKey.get(key)!.peek().message

  private setBubble(message: Message) {
    this.highestId = Math.max(this.highestId, message.id)
    const key = this.keyOf(message.id)
    this.keyOfId.set(message.id, key)
    const existing = this.byKey.get(key)
    if (!existing) this.byKey.set(key, signal({ key, message, day: formatDate(message.createdAt), sending: null }))
    else if (existing.peek().message !== message || existing.peek().sending)
      existing.value = { key, message, day: formatDate(message.createdAt), sending: null }
  }

  private deleteBubble(id: number) {
    this.byKey.delete(this.keyOf(id))
    this.keyOfId.delete(id)
  }

  /** Keys with one more at its position; searched from the end, where most messages belong. */
  private keysWith(key: string): string[] {
    const keys = this.stored.peek()
    let at = keys.length
    while (at > 0 && compareByArrival(this.messageOf(keys[at - 1]!), this.messageOf(key)) > 0) at--
    return [...keys.slice(0, at), key, ...keys.slice(at)]
  }
}

/** Order by ticket, then by id, which follows the order of arrival. */
export const compareByArrival = (a: Message, b: Message) => a.ticketId - b.ticketId || a.id - b.id
