import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'
import type { Ticket } from '../../../../src/features/tickets/model'
import { Bubbles, byArrival } from './bubbles'
import type { MessagePage } from './requests'
import { type Bubble, type Row, toRows } from './rows'
import { unshelve } from './shelf'
import { SideLines } from './side-lines'

/**
 * What is loaded of one ticket's messages, and how pages join on to it. Above a ticket the contact's earlier ones go
 * on. After a jump it is a stretch around a message, with more below it until the end is reached again.
 */
export class Stretch {
  readonly hasMore = signal(true)
  /** True while the newest messages are not loaded. */
  readonly hasNewer = signal(false)
  /** Came in below such a stretch. */
  readonly arrivedBelow = signal(0)
  /** Key of the first bubble nobody had read when the conversation was opened. */
  readonly unreadFrom = signal<string | null>(null)
  /** How the rows changed last: the virtual list keeps its place by the end when older ones came in on top. */
  readonly grewOnTop = signal(false)
  readonly ticket: Signal<Ticket>
  readonly rows: ReadonlySignal<Row[]>

  protected readonly bubbles = new Bubbles()
  protected readonly sides = new SideLines()
  protected cursor: string | null = null
  protected newerCursor: string | null = null
  protected pages = 0
  /** What the websocket said since the newest page was asked for: it knows better than a page on its way. */
  protected heard = new Map<number, Message>()
  protected heardTicket = false
  /** Discarded since then. */
  protected gone = new Set<number>()
  private unreadWanted = 0
  /** Keys of messages that pages named. */
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

  /** True when the server has shown that it has this person's message. */
  hasStored = (clientId: string) => this.stored.has(clientId)
  find = (id: number): Signal<Bubble> | undefined => this.bubbles.find(id)
  /** Every message the server stored and we hold, oldest first. */
  messages = (): Message[] => this.bubbles.messages()

  /** True when a message of this ticket has its place in this conversation. */
  takes = ({ ticketId, contactId }: { ticketId: number; contactId: number }) => {
    const { id, contactId: own } = this.ticket.peek()
    return ticketId === id || (contactId === own && ticketId < id)
  }

  /** Puts the line before the last `count` messages of the customer, now or when the page is here; it stays until left. */
  markUnread(count: number) {
    this.unreadWanted = count
    this.unreadFrom.value = null
    if (this.pages > 0) this.placeUnread()
  }

  /** A page is asked for: what is heard from now on is newer than it. */
  protected forgetHeard() {
    this.heard = new Map()
    this.gone = new Set()
    this.heardTicket = false
    this.sides.forgetHeard()
  }

  /** False for a message above what is loaded (it comes with its page), and before anything is. */
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

  /** Swaps in what was asked for anew; older pages stay when they join on to it and `fresh` does not forbid it. */
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

  /** Everything anew: a stretch around a message. */
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

  /** What of a page is still there; what of it waits here as well is known by its key. */
  private present({ messages, sent }: MessagePage): Message[] {
    const here = messages.filter(({ id }) => !this.gone.has(id))
    const ids = new Set(here.map(({ id }) => id))
    for (const { id, clientId } of sent)
      if (ids.has(id)) {
        this.stored.add(clientId)
        if (this.bubbles.recognise(clientId, id)) void unshelve(clientId)
      }
    return here
  }
  private newest = (message: Message) => this.heard.get(message.id) ?? message

  private startsAt({ next, hasMore }: MessagePage, pages: number) {
    this.cursor = next
    this.pages = pages
    this.hasMore.value = hasMore
  }

  /** At the end again, what was heard meanwhile takes its place. */
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
