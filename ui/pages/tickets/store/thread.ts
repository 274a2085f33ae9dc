import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { AppError } from '../../../../src/shared/errors'
import { asFailure } from '../../../lib/failure'
import { date } from '../../../lib/time'
import type { MessagePage } from '../server'
import { type Bubble, type Row, type Sending, toRows } from './rows'

export type ThreadState = 'idle' | 'loading' | 'ready' | 'failed'
type Load = (cursor?: string) => Promise<MessagePage>

/** A reload asks for no more pages than this; what lies further up is loaded again when somebody scrolls there. */
const mostPages = 15

/**
 * The messages of one ticket: pages from the API and events from the websocket in one map, one signal per bubble, so
 * that an acknowledgement draws one bubble again and not the conversation. Law: pages + events = a fresh load.
 */
export class Thread {
  readonly state = signal<ThreadState>('idle')
  readonly failure = signal<AppError | null>(null)
  readonly hasMore = signal(true)
  readonly loadingOlder = signal(false)
  readonly olderFailed = signal(false)
  /** Key of the first bubble nobody had read when the conversation was opened. */
  readonly unreadFrom = signal<string | null>(null)
  /** How the rows changed last: the virtual list keeps its place by the end when older ones came in on top. */
  readonly grewOnTop = signal(false)
  readonly ticket: Signal<Ticket>
  readonly rows: ReadonlySignal<Row[]>

  private readonly bubbles = new Map<string, Signal<Bubble>>()
  private readonly keyOfId = new Map<number, string>()
  /** Keys of what the server knows, oldest first, and of what it has not answered for. */
  private readonly stored = signal<readonly string[]>([])
  private readonly outgoing = signal<readonly string[]>([])
  private cursor: string | null = null
  private pages = 0
  private question = 0
  private olderOnItsWay: Promise<boolean> | null = null
  /** What the websocket said since the newest page was asked for: it knows better than a page on its way. */
  private heard = new Map<number, Message>()
  private heardTicket = false
  private unreadWanted = 0

  constructor(
    ticket: Ticket,
    private readonly load: Load,
  ) {
    this.ticket = signal(ticket)
    this.rows = computed(() => {
      const keys = [...this.stored.value, ...this.outgoing.value]
      const bubbles = keys.map((key) => this.bubbles.get(key)!)
      return toRows({ bubbles, unreadFrom: this.unreadFrom.value, isWhole: !this.hasMore.value })
    })
  }

  get isEmpty() {
    return this.stored.peek().length + this.outgoing.peek().length === 0
  }
  /** Something in it still waits for the server: it may not be forgotten. */
  get isSending() {
    return this.outgoing.peek().length > 0
  }
  find = (id: number): Signal<Bubble> | undefined => this.bubbles.get(this.keyOfId.get(id) ?? '')
  /** Every message the server stored and we hold, oldest first. */
  messages = (): Message[] => this.stored.peek().map((key) => this.bubbles.get(key)!.peek().message)

  /**
   * The newest page again, or as many as were loaded. `fresh` also drops what was loaded above them (after a lost
   * connection, changes up there may have been missed). Never throws.
   */
  async reload({ fresh = false, pages = 1 } = {}): Promise<void> {
    const asked = this.ask()
    if (this.stored.peek().length === 0) this.state.value = 'loading'
    try {
      const loaded = await this.loadPages(Math.min(pages, mostPages), () => asked === this.question)
      if (asked !== this.question) return
      batch(() => this.replaceNewest(loaded, fresh))
    } catch (thrown) {
      if (asked !== this.question) return
      batch(() => {
        this.failure.value = asFailure(thrown)
        this.state.value = 'failed'
      })
    }
  }

  /** Again, as far up as the reader has loaded. */
  refresh = () => this.reload({ fresh: true, pages: Math.max(1, this.pages) })

  /** The page above, or the one on its way; false when there is none or it failed. Never throws. */
  older(): Promise<boolean> {
    this.olderOnItsWay ??= this.loadOlder().finally(() => {
      this.olderOnItsWay = null
    })
    return this.olderOnItsWay
  }

  private async loadOlder(): Promise<boolean> {
    if (!this.hasMore.peek() || !this.cursor) return false
    const asked = this.question
    this.loadingOlder.value = true
    this.olderFailed.value = false
    try {
      const page = await this.load(this.cursor)
      if (asked !== this.question) return false
      batch(() => this.putOnTop(page))
      return true
    } catch {
      this.olderFailed.value = true
      return false
    } finally {
      this.loadingOlder.value = false
    }
  }

  /** Puts the line before the last `count` messages of the customer, now or when the page is here; it stays until left. */
  markUnread(count: number) {
    this.unreadWanted = count
    this.unreadFrom.value = null
    if (this.pages > 0) this.placeUnread()
  }

  /** A message as the websocket or an answer tells it; `clientId` ties it to the bubble that waited for it. */
  put(message: Message, clientId?: string) {
    this.heard.set(message.id, message)
    const known = this.find(message.id)
    if (known) {
      if (clientId) this.dropOutgoing(clientId)
      known.value = { ...known.peek(), message, sending: null }
    } else if (clientId && this.isOutgoing(clientId)) this.settleOutgoing(clientId, message)
    else if (this.reaches(message)) this.insert(message)
  }

  /** The same as the answer to a request of ours: the websocket may have told of its acknowledgements meanwhile. */
  putAnswer(message: Message, clientId?: string) {
    const known = this.find(message.id)?.peek().message
    if (known && clientId) this.dropOutgoing(clientId)
    else this.put(known ? { ...message, ack: Math.max(known.ack, message.ack) } : message, clientId)
  }

  putTicket(ticket: Ticket) {
    this.heardTicket = true
    this.ticket.value = ticket
  }

  /** A bubble shown before the server knows of it; it stands below everything. */
  addOutgoing(message: Message, sending: Sending) {
    const key = sending.clientId
    batch(() => {
      this.grewOnTop.value = false
      this.bubbles.set(key, signal({ key, message, day: date(message.createdAt), sending }))
      this.outgoing.value = [...this.outgoing.peek(), key]
    })
  }

  changeOutgoing(clientId: string, change: Partial<Sending>) {
    const bubble = this.bubbles.get(clientId)
    const sending = bubble?.peek().sending
    if (bubble && sending) bubble.value = { ...bubble.peek(), sending: { ...sending, ...change } }
  }

  dropOutgoing(clientId: string) {
    if (!this.isOutgoing(clientId)) return
    this.outgoing.value = this.outgoing.peek().filter((key) => key !== clientId)
    this.bubbles.delete(clientId)
  }

  isOutgoing = (clientId: string) => this.outgoing.peek().includes(clientId)

  private ask() {
    this.heard = new Map()
    this.heardTicket = false
    return ++this.question
  }

  private async loadPages(count: number, wanted: () => boolean) {
    let page = await this.load()
    const loaded = { ...page, pages: 1 }
    while (loaded.pages < count && page.hasMore && page.next && wanted()) {
      page = await this.load(page.next)
      loaded.messages = [...page.messages, ...loaded.messages]
      loaded.next = page.next
      loaded.hasMore = page.hasMore
      loaded.pages++
    }
    return loaded
  }

  /** Swaps in what was asked for anew; older pages stay when they join on to it and `fresh` does not forbid it. */
  private replaceNewest(loaded: MessagePage & { pages: number }, fresh: boolean) {
    const before = this.messages()
    const oldest = loaded.messages[0]
    const joins = !fresh && oldest && before.some(({ id }) => id === oldest.id)
    const above = joins ? before.filter((message) => byArrival(message, oldest) < 0) : []
    const within = (message: Message) => !loaded.hasMore || !oldest || byArrival(message, oldest) >= 0
    const heard = [...this.heard.values()].filter(within)
    const kept = new Map([...above, ...loaded.messages, ...heard].map((message) => [message.id, message]))
    for (const { id } of before) if (!kept.has(id)) this.forget(id)
    for (const message of kept.values()) this.store(message)
    if (above.length === 0) {
      this.cursor = loaded.next
      this.pages = loaded.pages
      this.hasMore.value = loaded.hasMore
    }
    this.grewOnTop.value = false
    this.stored.value = [...kept.values()].sort(byArrival).map(({ id }) => this.key(id))
    if (!this.heardTicket) this.ticket.value = loaded.ticket
    this.placeUnread()
    this.failure.value = null
    this.state.value = 'ready'
  }

  private placeUnread() {
    if (this.unreadWanted === 0) return
    const received = this.messages().filter(({ fromMe }) => !fromMe)
    const first = received.at(-Math.min(this.unreadWanted, received.length))
    this.unreadWanted = 0
    this.unreadFrom.value = first ? this.key(first.id) : null
  }

  private putOnTop(page: MessagePage) {
    const top = page.messages[0]
    const late = [...this.heard.values()].filter((one) => !page.hasMore || (top && byArrival(one, top) >= 0))
    const found = new Map([...page.messages, ...late].map((message) => [message.id, message]))
    const news = [...found.values()].filter(({ id }) => !this.keyOfId.has(id)).sort(byArrival)
    for (const message of news) this.store(message)
    this.cursor = page.next
    this.pages++
    this.hasMore.value = page.hasMore
    this.grewOnTop.value = true
    this.stored.value = [...news.map(({ id }) => this.key(id)), ...this.stored.peek()]
  }

  /** False for a message above what is loaded (it comes with its page), and before anything is. */
  private reaches(message: Message) {
    const first = this.stored.peek()[0]
    if (this.pages === 0) return false
    return !this.hasMore.peek() || !first || byArrival(message, this.bubbles.get(first)!.peek().message) > 0
  }

  private insert(message: Message) {
    batch(() => {
      this.grewOnTop.value = false
      this.store(message)
      this.stored.value = inserted(this.stored.peek(), this.key(message.id), this.order)
    })
  }

  private settleOutgoing(clientId: string, message: Message) {
    batch(() => {
      this.grewOnTop.value = false
      this.keyOfId.set(message.id, clientId)
      this.store(message)
      this.outgoing.value = this.outgoing.peek().filter((key) => key !== clientId)
      this.stored.value = inserted(this.stored.peek(), clientId, this.order)
    })
  }

  private key = (id: number) => this.keyOfId.get(id) ?? String(id)
  private order = (a: string, b: string) =>
    byArrival(this.bubbles.get(a)!.peek().message, this.bubbles.get(b)!.peek().message)

  private store(message: Message) {
    const key = this.key(message.id)
    this.keyOfId.set(message.id, key)
    const known = this.bubbles.get(key)
    if (!known) this.bubbles.set(key, signal({ key, message, day: date(message.createdAt), sending: null }))
    else if (known.peek().message !== message || known.peek().sending)
      known.value = { key, message, day: date(message.createdAt), sending: null }
  }

  private forget(id: number) {
    this.bubbles.delete(this.key(id))
    this.keyOfId.delete(id)
  }
}

/** The server's order is that of arrival; what came late from WhatsApp says so by its time. */
export const byArrival = (a: Message, b: Message) => a.id - b.id

/** Mostly at the end, so it is looked for from there. */
function inserted(keys: readonly string[], key: string, order: (a: string, b: string) => number): string[] {
  let at = keys.length
  while (at > 0 && order(keys[at - 1]!, key) > 0) at--
  return [...keys.slice(0, at), key, ...keys.slice(at)]
}
