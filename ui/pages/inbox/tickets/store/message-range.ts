import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { removeUnsent } from '../../../../lib/outbox/deliver'
import { Bubbles, compareByArrival } from './bubbles'
import type { MessagePage } from './requests'
import { type Bubble, type Row, toRows } from './rows'
import { ThreadLines } from './thread-lines'

/**
 * Loaded messages of one ticket, and how pages join them. Above the ticket's first message follow the contact's earlier
 * tickets. After a jump it is a range around a message, without the newest messages.
 */
export class MessageRange {
  readonly hasMore = signal(true)
  /** True if newer messages exist that are not loaded. */
  readonly hasNewer = signal(false)
  /** Number of messages received below the loaded range. */
  readonly receivedBelow = signal(0)
  /** Key of the first bubble that was unread when the ticket was opened. */
  readonly unreadFrom = signal<string | null>(null)
  /** True if the last change added rows on top; the virtual list then keeps its distance from the end. */
  readonly grewOnTop = signal(false)
  readonly ticket: Signal<Ticket>
  readonly rows: ReadonlySignal<Row[]>

  protected readonly bubbles = new Bubbles()
  protected readonly lines = new ThreadLines()
  protected cursor: string | null = null
  protected newerCursor: string | null = null
  protected pages = 0
  /** Messages received by event since the newest page was requested; they win over its response. */
  protected received = new Map<number, Message>()
  protected isTicketReceived = false
  /** Ids of messages discarded since then. */
  protected discarded = new Set<number>()
  private unreadCount = 0
  /** Client ids of messages that were on a page. */
  private readonly confirmedClientIds = new Set<string>()

  constructor(ticket: Ticket) {
    this.ticket = signal(ticket)
    this.rows = computed(() =>
      toRows({
        bubbles: this.bubbles.all(),
        lines: this.pages === 0 ? [] : this.lines.lines.value,
        unreadFrom: this.unreadFrom.value,
        isWhole: !this.hasMore.value,
        isAtEnd: !this.hasNewer.value,
      }),
    )
  }

  /** True if the server has confirmed this message of the user. */
  isConfirmed = (clientId: string) => this.confirmedClientIds.has(clientId)
  find = (id: number): Signal<Bubble> | undefined => this.bubbles.find(id)
  /** Stored messages that are loaded, oldest first. */
  messages = (): Message[] => this.bubbles.messages()

  /** True if a message of this ticket belongs to the thread: same ticket, or an earlier one of the contact. */
  includes = ({ ticketId, contactId }: { ticketId: number; contactId: number }) => {
    const { id, contactId: ownContactId } = this.ticket.peek()
    return ticketId === id || (contactId === ownContactId && ticketId < id)
  }

  /**
   * Places the unread line before the last `count` messages of the customer, now or when the page is loaded; it stays
   * until the ticket is left.
   */
  markUnread(count: number) {
    this.unreadCount = count
    this.unreadFrom.value = null
    if (this.pages > 0) this.placeUnreadLine()
  }

  /** Call when a page is requested: events received from now on are newer than it. */
  protected clearReceived() {
    this.received = new Map()
    this.discarded = new Set()
    this.isTicketReceived = false
    this.lines.clearReceived()
  }

  /** False for a message above or below the loaded range, and before any page is loaded. */
  protected isInRange(message: Message) {
    if (this.pages === 0 || !this.includes(message)) return false
    const [first, last] = [this.bubbles.first(), this.bubbles.last()]
    if (this.hasNewer.peek() && (!last || compareByArrival(message, last) > 0)) return false
    return !this.hasMore.peek() || !first || compareByArrival(message, first) > 0
  }

  protected insert(message: Message) {
    batch(() => {
      this.grewOnTop.value = false
      this.bubbles.insert(message)
    })
  }

  /** Applies a reload of the newest pages; older pages stay if they adjoin and `fresh` is not set. */
  protected replaceNewest(loaded: MessagePage & { pages: number }, fresh: boolean) {
    const before = this.messages()
    const oldest = loaded.messages[0]
    const adjoins = !fresh && oldest && !this.hasNewer.peek() && before.some(({ id }) => id === oldest.id)
    const above = adjoins ? before.filter((message) => compareByArrival(message, oldest) < 0) : []
    const within = (message: Message) => !loaded.hasMore || !oldest || compareByArrival(message, oldest) >= 0
    const received = [...this.received.values()].filter(within)
    const merged = new Map(
      [...above, ...this.withoutDiscarded(loaded), ...received].map((message) => [message.id, message]),
    )
    this.setEndReached()
    this.lines.replace(loaded, above.length === 0)
    if (above.length === 0) this.setTop(loaded, loaded.pages)
    this.grewOnTop.value = false
    this.bubbles.replace([...merged.values()].sort(compareByArrival))
    if (!this.isTicketReceived) this.ticket.value = loaded.ticket
    this.placeUnreadLine()
  }

  /** Replaces everything by a page around a message. */
  protected replaceAll(page: MessagePage) {
    this.setTop(page, 1)
    this.grewOnTop.value = false
    this.bubbles.replace(this.withoutDiscarded(page).map(this.latestVersion))
    this.lines.replace(page, true)
    this.setBottom(page)
    if (!this.isTicketReceived) this.ticket.value = page.ticket
    this.unreadCount = 0
  }

  protected appendPage(page: MessagePage) {
    this.grewOnTop.value = false
    this.bubbles.append(this.withoutDiscarded(page).map(this.latestVersion))
    this.lines.addPage(page)
    this.setBottom(page)
  }

  protected prependPage(page: MessagePage) {
    const top = page.messages[0]
    const received = [...this.received.values()].filter(
      (one) => !page.hasMore || (top && compareByArrival(one, top) >= 0),
    )
    const merged = new Map([...this.withoutDiscarded(page), ...received].map((message) => [message.id, message]))
    this.setTop(page, this.pages + 1)
    this.grewOnTop.value = true
    this.lines.addPage(page)
    this.bubbles.prepend([...merged.values()].sort(compareByArrival))
  }

  /** Messages of a page without those discarded meanwhile; outgoing messages among them are linked by client id. */
  private withoutDiscarded({ messages, sent }: MessagePage): Message[] {
    const present = messages.filter(({ id }) => !this.discarded.has(id))
    const ids = new Set(present.map(({ id }) => id))
    for (const { id, clientId } of sent)
      if (ids.has(id)) {
        this.confirmedClientIds.add(clientId)
        this.bubbles.linkOutgoing(clientId, id)
        removeUnsent(clientId)
      }
    return present
  }
  private latestVersion = (message: Message) => this.received.get(message.id) ?? message

  private setTop({ next, hasMore }: MessagePage, pages: number) {
    this.cursor = next
    this.pages = pages
    this.hasMore.value = hasMore
  }

  /** Continues below a page. At the end, messages received meanwhile are inserted. */
  private setBottom({ hasNewer, newer }: MessagePage) {
    this.newerCursor = newer
    if (hasNewer) {
      this.hasNewer.value = true
      return
    }
    this.setEndReached()
    for (const message of this.received.values())
      if (!this.find(message.id) && this.isInRange(message)) this.insert(message)
  }

  private setEndReached() {
    this.newerCursor = null
    this.hasNewer.value = false
    this.receivedBelow.value = 0
  }

  private placeUnreadLine() {
    if (this.unreadCount === 0) return
    const received = this.messages().filter(({ fromMe }) => !fromMe)
    const first = received.at(-Math.min(this.unreadCount, received.length))
    this.unreadCount = 0
    this.unreadFrom.value = first ? this.bubbles.keyOf(first.id) : null
  }
}
