import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import { forget } from '../../../lib/outbox/deliver'
import { SideLines } from './annotation-list'
import { Bubbles, byArrival } from './bubbles'
import type { MessagePage } from './requests'
import { type Bubble, type Row, toRows } from './rows'

/**
 * Loaded messages of one ticket, and how pages join them. Above the ticket's first message follow the contact's earlier
 * tickets. After a jump it is a range around a message, without the newest messages.
 */
export class Stretch {
  readonly hasMore = signal(true)
  /** True if newer messages exist that are not loaded. */
  readonly hasNewer = signal(false)
  /** Number of messages received below the loaded range. */
  readonly arrivedBelow = signal(0)
  /** Key of the first bubble that was unread when the ticket was opened. */
  readonly unreadFrom = signal<string | null>(null)
  /** True if the last change added rows on top; the virtual list then keeps its distance from the end. */
  readonly grewOnTop = signal(false)
  readonly ticket: Signal<Ticket>
  readonly rows: ReadonlySignal<Row[]>

  protected readonly bubbles = new Bubbles()
  protected readonly sides = new SideLines()
  protected cursor: string | null = null
  protected newerCursor: string | null = null
  protected pages = 0
  /** Messages received by event since the newest page was requested; they win over its response. */
  protected heard = new Map<number, Message>()
  protected heardTicket = false
  /** Ids of messages discarded since then. */
  protected gone = new Set<number>()
  private unreadWanted = 0
  /** Client ids of messages that were on a page. */
  private readonly stored = new Set<string>()

  constructor(ticket: Ticket) {
    this.ticket = signal(ticket)
    this.rows = computed(() =>
      toRows({
        bubbles: this.bubbles.all(),
        sides: this.pages === 0 ? [] : this.sides.all.value,
        unreadFrom: this.unreadFrom.value,
        isWhole: !this.hasMore.value,
        isAtEnd: !this.hasNewer.value,
      }),
    )
  }

  /** True if the server has confirmed this message of the user. */
  hasStored = (clientId: string) => this.stored.has(clientId)
  find = (id: number): Signal<Bubble> | undefined => this.bubbles.find(id)
  /** Stored messages that are loaded, oldest first. */
  messages = (): Message[] => this.bubbles.messages()

  /** True if a message of this ticket belongs to the thread: same ticket, or an earlier one of the contact. */
  takes = ({ ticketId, contactId }: { ticketId: number; contactId: number }) => {
    const { id, contactId: own } = this.ticket.peek()
    return ticketId === id || (contactId === own && ticketId < id)
  }

  /**
   * Places the unread line before the last `count` messages of the customer, now or when the page is loaded; it stays
   * until the ticket is left.
   */
  markUnread(count: number) {
    this.unreadWanted = count
    this.unreadFrom.value = null
    if (this.pages > 0) this.placeUnread()
  }

  /** Call when a page is requested: events received from now on are newer than it. */
  protected forgetHeard() {
    this.heard = new Map()
    this.gone = new Set()
    this.heardTicket = false
    this.sides.forgetHeard()
  }

  /** False for a message above or below the loaded range, and before any page is loaded. */
  protected hasPlace(message: Message) {
    if (this.pages === 0 || !this.takes(message)) return false
    const [first, last] = [this.bubbles.first(), this.bubbles.last()]
    if (this.hasNewer.peek() && (!last || byArrival(message, last) > 0)) return false
    return !this.hasMore.peek() || !first || byArrival(message, first) > 0
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
    const joins = !fresh && oldest && !this.hasNewer.peek() && before.some(({ id }) => id === oldest.id)
    const above = joins ? before.filter((message) => byArrival(message, oldest) < 0) : []
    const within = (message: Message) => !loaded.hasMore || !oldest || byArrival(message, oldest) >= 0
    const heard = [...this.heard.values()].filter(within)
    const kept = new Map([...above, ...this.present(loaded), ...heard].map((message) => [message.id, message]))
    this.reachedEnd()
    this.sides.replace(loaded, above.length === 0)
    if (above.length === 0) this.startsAt(loaded, loaded.pages)
    this.grewOnTop.value = false
    this.bubbles.replace([...kept.values()].sort(byArrival))
    if (!this.heardTicket) this.ticket.value = loaded.ticket
    this.placeUnread()
  }

  /** Replaces everything by a page around a message. */
  protected replaceAll(page: MessagePage) {
    this.startsAt(page, 1)
    this.grewOnTop.value = false
    this.bubbles.replace(this.present(page).map(this.newest))
    this.sides.replace(page, true)
    this.continueBelow(page)
    if (!this.heardTicket) this.ticket.value = page.ticket
    this.unreadWanted = 0
  }

  protected putBelow(page: MessagePage) {
    this.grewOnTop.value = false
    this.bubbles.putBelow(this.present(page).map(this.newest))
    this.sides.putPage(page)
    this.continueBelow(page)
  }

  protected putOnTop(page: MessagePage) {
    const top = page.messages[0]
    const late = [...this.heard.values()].filter((one) => !page.hasMore || (top && byArrival(one, top) >= 0))
    const found = new Map([...this.present(page), ...late].map((message) => [message.id, message]))
    this.startsAt(page, this.pages + 1)
    this.grewOnTop.value = true
    this.sides.putPage(page)
    this.bubbles.putOnTop([...found.values()].sort(byArrival))
  }

  /** Messages of a page without those discarded meanwhile; outgoing messages among them are linked by client id. */
  private present({ messages, sent }: MessagePage): Message[] {
    const here = messages.filter(({ id }) => !this.gone.has(id))
    const ids = new Set(here.map(({ id }) => id))
    for (const { id, clientId } of sent)
      if (ids.has(id)) {
        this.stored.add(clientId)
        this.bubbles.recognise(clientId, id)
        forget(clientId)
      }
    return here
  }
  private newest = (message: Message) => this.heard.get(message.id) ?? message

  private startsAt({ next, hasMore }: MessagePage, pages: number) {
    this.cursor = next
    this.pages = pages
    this.hasMore.value = hasMore
  }

  /** Continues below a page. At the end, messages received meanwhile are inserted. */
  private continueBelow({ hasNewer, newer }: MessagePage) {
    this.newerCursor = newer
    if (hasNewer) {
      this.hasNewer.value = true
      return
    }
    this.reachedEnd()
    for (const message of this.heard.values())
      if (!this.find(message.id) && this.hasPlace(message)) this.insert(message)
  }

  private reachedEnd() {
    this.newerCursor = null
    this.hasNewer.value = false
    this.arrivedBelow.value = 0
  }

  private placeUnread() {
    if (this.unreadWanted === 0) return
    const received = this.messages().filter(({ fromMe }) => !fromMe)
    const first = received.at(-Math.min(this.unreadWanted, received.length))
    this.unreadWanted = 0
    this.unreadFrom.value = first ? this.bubbles.key(first.id) : null
  }
}
