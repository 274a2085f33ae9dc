import { batch, type Signal, signal } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'
import { date } from '../../../lib/time'
import type { Bubble, Sending } from './rows'

/** Bubbles of a thread, each in its own signal, so that an acknowledgement renders one bubble only. */
export class Bubbles {
  private readonly byKey = new Map<string, Signal<Bubble>>()
  private readonly keyOfId = new Map<number, string>()
  /** Keys of the stored messages, oldest first, and of messages the server has not confirmed. */
  private readonly stored = signal<readonly string[]>([])
  private readonly outgoing = signal<readonly string[]>([])
  /** Highest message id received; a message with a higher id is new. */
  highest = 0

  /** All bubbles from top to bottom. Reads signals. */
  all = (): Signal<Bubble>[] => [...this.stored.value, ...this.outgoing.value].map((key) => this.byKey.get(key)!)
  find = (id: number): Signal<Bubble> | undefined => this.byKey.get(this.keyOfId.get(id) ?? '')
  key = (id: number) => this.keyOfId.get(id) ?? String(id)
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
    const kept = new Set(messages.map(({ id }) => id))
    for (const { id } of this.messages()) if (!kept.has(id)) this.forget(id)
    for (const message of messages) this.store(message)
    this.stored.value = messages.map(({ id }) => this.key(id))
  }

  putOnTop(messages: readonly Message[]) {
    const news = this.unknown(messages)
    for (const message of news) this.store(message)
    this.stored.value = [...news.map(({ id }) => this.key(id)), ...this.stored.peek()]
  }

  putBelow(messages: readonly Message[]) {
    const news = this.unknown(messages)
    for (const message of news) this.store(message)
    this.stored.value = [...this.stored.peek(), ...news.map(({ id }) => this.key(id))]
  }

  insert(message: Message) {
    this.store(message)
    this.stored.value = this.inserted(this.key(message.id))
  }

  /** Turns an outgoing bubble into the stored message, under the same key. */
  settle(clientId: string, message: Message) {
    this.keyOfId.set(message.id, clientId)
    this.store(message)
    this.outgoing.value = this.outgoing.peek().filter((key) => key !== clientId)
    this.stored.value = this.inserted(clientId)
  }

  /**
   * Links an outgoing message with a message of a page; the bubble keeps its key and gets its position from the page.
   * Returns false if there is no such outgoing message.
   */
  recognise(clientId: string, id: number): boolean {
    if (!this.isOutgoing(clientId)) return false
    if (this.keyOfId.has(id)) this.byKey.delete(clientId)
    else this.keyOfId.set(id, clientId)
    this.outgoing.value = this.outgoing.peek().filter((key) => key !== clientId)
    return true
  }

  addOutgoing(message: Message, sending: Sending) {
    const key = sending.clientId
    this.byKey.set(key, signal({ key, message, day: date(message.createdAt), sending }))
    this.outgoing.value = [...this.outgoing.peek(), key]
  }

  changeOutgoing(clientId: string, change: Partial<Sending>) {
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
  drop(isGone: (message: Message) => boolean) {
    batch(() => {
      const gone = this.messages().filter(isGone)
      this.stored.value = this.stored.peek().filter((key) => !isGone(this.messageOf(key)))
      for (const { id } of gone) this.forget(id)
    })
  }

  private unknown(messages: readonly Message[]) {
    const known = new Set(this.stored.peek())
    return messages.filter(({ id }) => !known.has(this.key(id)))
  }

  private messageOf = (key: string): Message => this.byKey.get(key)!.peek().message

  private store(message: Message) {
    this.highest = Math.max(this.highest, message.id)
    const key = this.key(message.id)
    this.keyOfId.set(message.id, key)
    const known = this.byKey.get(key)
    if (!known) this.byKey.set(key, signal({ key, message, day: date(message.createdAt), sending: null }))
    else if (known.peek().message !== message || known.peek().sending)
      known.value = { key, message, day: date(message.createdAt), sending: null }
  }

  private forget(id: number) {
    this.byKey.delete(this.key(id))
    this.keyOfId.delete(id)
  }

  /** Keys with one more at its position; searched from the end, where most messages belong. */
  private inserted(key: string): string[] {
    const keys = this.stored.peek()
    let at = keys.length
    while (at > 0 && byArrival(this.messageOf(keys[at - 1]!), this.messageOf(key)) > 0) at--
    return [...keys.slice(0, at), key, ...keys.slice(at)]
  }
}

/** Order by ticket, then by id, which follows the order of arrival. */
export const byArrival = (a: Message, b: Message) => a.ticketId - b.ticketId || a.id - b.id
