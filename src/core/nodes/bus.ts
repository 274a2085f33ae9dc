import { parseJson } from '../../shared/json'
import { log } from '../log'
import { bytesOf, depositKind, type Item, maxItemBytes, type Packet, packetText, takeItems } from './packets'
import { Senders } from './senders'
import type { Wire } from './wire'

/** Period in ms of the packet that says that a process is alive. */
const beatMs = 1000
/** Period in ms of looks for deposits that are no longer kept. */
const tidyMs = 60_000
/** Items that may wait to be sent, about a minute of a busy process; beyond it all are dropped, which receivers see. */
const maxWaiting = 50_000
/** Time in ms without an own packet after which the connection counts as deaf. */
const deafMs = 5000
/** Kind of the last item of a process that ends. */
const farewellKind = 'farewell'

/** Receiver of the items of other processes. */
export interface BusListener {
  /** Called with each item of another process; items of one process arrive in their order, each at most once. */
  receive(from: string, kind: string, content: unknown): void
  /** Called when items may have been lost: whatever they told must be read again. */
  lose(): void
  /** Called when a process has ended or is silent. */
  leave(from: string): void
}

/**
 * Sends what happens in this process to the others: events for their sockets, changes of rights, wake-ups of job loops.
 * A lost item is not repeated but seen: packets are numbered, and an empty one is sent each second (docs/adr/0117). Rows
 * carry everything that must not be lost.
 */
export class Bus {
  private readonly waiting: string[] = []
  private seq = 0
  private sending: Promise<void> | null = null
  private sentSinceBeat = false
  /** Time at which this process last heard a packet of its own, which comes back like any other. */
  private echoAt = 0
  private relistening = false
  private readonly timers: ReturnType<typeof setInterval>[] = []
  private readonly senders: Senders
  /** End of the handling of each sender's items: one that must be fetched delays those after it. */
  private readonly tails = new Map<string, Promise<void>>()

  constructor(
    /** Name of this process, unlike that of any other and of any earlier one. */
    readonly node: string,
    private readonly wire: Wire,
    private readonly listener: BusListener,
    private readonly clock: () => number = Date.now,
  ) {
    this.senders = new Senders(clock)
  }

  /** Listens, then announces this process. @throws when the wire cannot be reached */
  async start(): Promise<void> {
    await this.wire.listen(
      (text) => this.hear(text),
      () => this.listener.lose(),
    )
    this.echoAt = this.clock()
    this.timers.push(
      setInterval(() => this.beat(), beatMs),
      setInterval(() => this.tidy(), tidyMs),
    )
    for (const timer of this.timers) timer.unref()
    this.sendSoon()
  }

  /** Sends an item to the other processes, after those before it. */
  send(kind: string, content: unknown) {
    this.waiting.push(JSON.stringify([kind, content] satisfies Item))
    if (this.waiting.length > maxWaiting) this.dropWaiting()
    this.sendSoon()
  }

  /** Other processes that are heard. */
  others(): string[] {
    return this.senders.names()
  }

  /** Sends what waits and says goodbye. */
  async stop(): Promise<void> {
    this.timers.forEach(clearInterval)
    this.send(farewellKind, null)
    await this.sending
    await this.wire.close()
  }

  private beat() {
    for (const from of this.senders.takeSilent()) this.listener.leave(from)
    if (!this.sentSinceBeat) this.sendSoon()
    this.sentSinceBeat = false
    if (this.clock() - this.echoAt > deafMs) void this.relisten()
  }

  private tidy() {
    this.wire.removeOldDeposits().catch((err) => log.warn({ err }, 'old deposits of the bus were not removed'))
  }

  /** A silent connection is not noticed by the client that waits on it. */
  private async relisten() {
    if (this.relistening) return
    this.relistening = true
    try {
      await this.wire.relisten()
      this.echoAt = this.clock()
      this.listener.lose()
    } catch (err) {
      log.warn({ err }, 'events of the other nodes are not heard')
    } finally {
      this.relistening = false
    }
  }

  /** Items of one turn of the event loop go together. */
  private sendSoon() {
    this.sending ??= Promise.resolve()
      .then(() => this.sendWaiting())
      .finally(() => {
        this.sending = null
        if (this.waiting.length > 0) this.sendSoon()
      })
  }

  private async sendWaiting(): Promise<void> {
    do {
      const items = takeItems(this.waiting, this.node, this.wire.maxBytes)
      this.seq++ // also when it fails: the hole in the numbers tells the loss
      this.sentSinceBeat = true
      try {
        await this.wire.send(packetText(this.node, this.seq, await this.fitted(items)))
      } catch (err) {
        log.warn({ err, items: items.length }, 'events were not sent to the other nodes')
      }
    } while (this.waiting.length > 0)
  }

  /** An item that is too large is alone; it is deposited, and the packet has its key. */
  private async fitted(items: string[]): Promise<string[]> {
    const [first = ''] = items
    if (items.length !== 1 || bytesOf(first) <= maxItemBytes(this.node, this.wire.maxBytes)) return items
    return [JSON.stringify([depositKind, await this.wire.deposit(first)])]
  }

  private dropWaiting() {
    log.warn({ items: this.waiting.length }, 'events for the other nodes were dropped')
    this.waiting.length = 0
    this.seq++
  }

  private hear(text: string) {
    const { from, seq, items } = parseJson(text) as Packet
    if (from === this.node) {
      this.echoAt = this.clock()
      return
    }
    const verdict = this.senders.count(from, seq)
    if (verdict === 'repeated') return
    if (verdict === 'gap') this.listener.lose()
    if (items.length === 0) return
    const before = this.tails.get(from) ?? Promise.resolve()
    const tail = before.then(() => this.receiveAll(from, items))
    this.tails.set(from, tail)
    void tail.then(() => {
      if (this.tails.get(from) === tail) this.tails.delete(from)
    })
  }

  private async receiveAll(from: string, items: Item[]) {
    for (const [kind, content] of items) {
      if (kind === farewellKind) this.endSender(from)
      else if (kind === depositKind) await this.receiveDeposit(from, content as string)
      else this.receive(from, kind, content)
    }
  }

  private async receiveDeposit(from: string, key: string) {
    const text = await this.wire.fetch(key).catch(() => null)
    if (text === null) return this.listener.lose()
    const [kind, content] = parseJson(text) as Item
    this.receive(from, kind, content)
  }

  private receive(from: string, kind: string, content: unknown) {
    try {
      this.listener.receive(from, kind, content)
    } catch (err) {
      log.error({ err, kind }, 'an item of another node could not be handled')
    }
  }

  private endSender(from: string) {
    this.senders.forget(from)
    this.listener.leave(from)
  }
}
