import { log } from '../log'
import { type Fence, LeaseLost } from './fence'
import { chooseGivenBack } from './give-back'
import { type HeldLease, HeldLeases } from './held-leases'
import type { Lease, LeasedConnection, LeaseTable, NodeFacts, Renewal } from './lease-table'
import { Rounds } from './rounds'

/** Period in ms of renewals, and after a failed one. */
const renewMs = 5000
const renewAgainMs = 1000
/** Period in ms of looks for free leases, and of looks for own ones that are no longer certain. */
const takeMs = 1000
const lapseMs = 500
/** Leases taken at once. Each starts a session. */
const maxPerTake = 20
/** Time in ms after a hand-over for which this node takes nothing, so that the other gets the session. */
const yieldMs = 10_000
/** Longest time in ms in which a session that is handed over stores what it has received. */
const handOverMs = 8000

/** The sessions of this process. */
export interface LeaseListener {
  /** Starts the session of a lease that this node took by itself. */
  gain(lease: Lease): void
  /** Stops the session at once: another node may run it. */
  lose(lease: Lease): void
  /** Ends the session after what it has received was stored. */
  handOver(lease: Lease): Promise<void>
  /** False while a hand-over would disturb a person: the session stays here unless this node leaves. */
  mayMove(lease: Lease): boolean
}

/**
 * Leases of this node: at any time at most one node runs the session of a connection. A node acts for 15 s after the start
 * of its last successful renewal, by its own monotonic clock; others take over 20 s after it, by the database's clock.
 */
export class Leases {
  private readonly held: HeldLeases
  private readonly rounds: Rounds
  private listener: LeaseListener | undefined
  /** Living nodes at the last renewal, and the connections that should not connect. */
  private others: string[] = []
  private unwanted = new Set<number>()
  private yieldUntil = Number.NEGATIVE_INFINITY
  private isRenewed = false
  private isLeaving = false
  /** True while the row of this node says that the provider has drained it. */
  private drained = false
  private ahead: number | null = null
  private last: Promise<unknown> = Promise.resolve()
  /** Called when the provider drains this node or receives it again. */
  onDrained: (isDrained: boolean) => void = () => {}

  constructor(
    private readonly node: NodeFacts,
    private readonly table: LeaseTable,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.held = new HeldLeases(clock)
    this.rounds = new Rounds(clock)
  }

  /** Registers the node and goes on to renew. Returns the other living nodes. @throws Error without the database */
  async join(): Promise<string[]> {
    if (!(await this.renew())) throw new Error('this node could not be registered in the database')
    this.rounds.repeat(async () => ((await this.renew()) && !this.isEmptying ? renewMs : renewAgainMs))
    this.rounds.repeat(async () => {
      this.lapse()
      return lapseMs
    })
    return this.others
  }

  /** Begins to take leases, after `join`, and reports them to the listener. */
  start(listener: LeaseListener) {
    this.listen(listener)
    this.rounds.repeat(async () => {
      await this.take()
      return takeMs
    })
  }

  /** Sets the listener, for a caller that runs the rounds itself. */
  listen(listener: LeaseListener) {
    this.listener = listener
    this.held.onLost = (lease) => listener.lose(lease)
  }

  /** True while this node reaches the database: its last renewal has succeeded. */
  get isConnected(): boolean {
    return this.isRenewed
  }

  /** True while the provider has drained this node: it hands its sessions over and takes none. */
  get isDrained(): boolean {
    return this.drained
  }

  /** Time in ms by which this machine's clock is ahead of the database's; null before the first renewal. */
  get aheadMs(): number | null {
    return this.ahead
  }

  /** True while this node runs the session of the connection and does not hand it over. */
  holds(whatsappId: number): boolean {
    const lease = this.held.find(whatsappId)
    return lease !== undefined && this.held.isTrusted(lease) && !lease.isLeaving
  }

  /** Connections whose sessions this node runs. */
  get ids(): number[] {
    return this.held.all.map(({ whatsappId }) => whatsappId).filter((id) => this.holds(id))
  }

  /** Right of a session that starts now; null without a lease. */
  fenceOf(whatsappId: number): Fence | null {
    const lease = this.held.find(whatsappId)
    if (!lease || !this.held.isTrusted(lease)) return null
    const isValid = () => this.held.isValid(lease)
    return {
      token: lease.token,
      get isValid() {
        return isValid()
      },
      check: async (tx) => {
        if (isValid() && (await this.table.lock(tx, this.node.id, lease))) return
        this.held.drop(lease)
        throw new LeaseLost(whatsappId)
      },
    }
  }

  /**
   * Takes the lease of a connection. Returns true, or the other node that has it, or null for an unknown connection and
   * while this node leaves. A drained node takes a free lease only to end a session, and none that it hands over: null.
   * @param ends true for work after which the session needs no lease
   */
  async claim(connection: LeasedConnection, ends = false): Promise<true | string | null> {
    return this.alone(async () => {
      if (this.holds(connection.whatsappId)) return true
      if (this.isLeaving) return null
      return this.drained ? this.claimDrained(connection, ends) : this.claimFree(connection)
    })
  }

  /** The row still has this node while it hands the session over. */
  private async claimDrained(connection: LeasedConnection, ends: boolean) {
    const holder = await this.table.holderOf(connection)
    if (holder === null && ends) return this.claimFree(connection)
    return holder === this.node.id ? null : holder
  }

  private async claimFree(connection: LeasedConnection): Promise<true | string | null> {
    const start = this.clock()
    const found = await this.table.claim(this.node.id, connection)
    if (!found) return null
    if ('holder' in found) return found.holder
    this.held.add(found, start)
    return true
  }

  /** Runs work that needs the lease, which is not handed over meanwhile. */
  async during<R>(whatsappId: number, work: () => Promise<R>): Promise<R> {
    const lease = this.held.find(whatsappId)
    if (!lease) throw new LeaseLost(whatsappId)
    lease.users++
    try {
      return await work()
    } finally {
      lease.users--
    }
  }

  /** Renews all leases. Returns false when the database did not answer. */
  async renew(): Promise<boolean> {
    const start = this.clock()
    const trusted = this.held.all.filter((lease) => this.held.isTrusted(lease))
    let answer: Renewal
    try {
      answer = await this.table.renew(this.node, trusted)
    } catch (err) {
      log.warn({ err, leases: trusted.length }, 'the leases of sessions were not renewed')
      this.isRenewed = false
      return false
    }
    this.isRenewed = true
    this.ahead = answer.aheadMs
    this.setDrained(answer.isDrained)
    this.lapse()
    this.others = answer.others.map(({ id }) => id)
    this.held.applyRenewal(trusted, new Set(answer.renewed), start)
    this.giveBack(answer)
    return true
  }

  /** Takes free leases up to this node's share. */
  async take(): Promise<void> {
    await this.alone(() => this.takeFree()).catch((err) =>
      log.warn({ err }, 'free leases of sessions could not be taken'),
    )
  }

  private async takeFree() {
    const start = this.clock()
    if (this.isLeaving || this.drained || start < this.yieldUntil) return
    const taken = await this.table.take(this.node.id, this.held.all, maxPerTake)
    if (this.isLeaving || this.drained) await this.table.release(this.node.id, taken)
    else for (const lease of taken) this.listener?.gain(this.held.add(lease, start))
  }

  /** Stops the sessions whose leases are no longer certain. */
  lapse() {
    this.held.dropLapsed()
  }

  /** Ends the session of a connection and its lease. */
  async release(whatsappId: number): Promise<void> {
    const lease = this.held.find(whatsappId)
    if (lease) await this.handOver(lease)
  }

  /** Hands all sessions over within 8 s, a few at a time, and takes no more. */
  async leave(): Promise<void> {
    this.isLeaving = true
    const end = this.clock() + handOverMs
    await this.table.startLeaving(this.node.id).catch(logUnsaid)
    const leases = this.held.all
    const next = async () => {
      for (let lease = leases.pop(); lease; lease = leases.pop()) await this.handOver(lease, end - this.clock())
    }
    await Promise.all(Array.from({ length: maxPerTake }, next))
    this.rounds.stop()
    await this.table.remove(this.node.id).catch(logUnsaid)
    await this.table.close()
  }

  /** True while a drained node still has sessions, which it hands over at the next renewal. */
  private get isEmptying(): boolean {
    return this.drained && this.held.size > 0
  }

  private setDrained(isDrained: boolean) {
    if (isDrained === this.drained) return
    this.drained = isDrained
    log.info({ node: this.node.name }, isDrained ? 'this node is drained' : 'this node takes work again')
    this.onDrained(isDrained)
  }

  /** @param ms time for storing what was received; then the session ends at once */
  private async handOver(lease: HeldLease, ms = handOverMs) {
    if (lease.isLeaving) return
    lease.isLeaving = true
    const end = this.listener?.handOver(lease) ?? Promise.resolve()
    const timeout = Bun.sleep(Math.max(0, ms)).then(() => false)
    const isEnded = await Promise.race([end.then(() => true), timeout]).catch(() => false)
    await this.alone(async () => {
      if (!this.held.has(lease)) return
      this.held.remove(lease)
      if (!isEnded) this.listener?.lose(lease)
      await this.table.release(this.node.id, [lease])
    }).catch(logUnsaid)
  }

  /** Runs changes of leases one after the other: a lease that is let go is not taken again by mistake. */
  private alone<R>(change: () => Promise<R>): Promise<R> {
    const done = this.last.then(change)
    this.last = done.catch(() => {})
    return done
  }

  /** Hands over sessions above the share, and ends those of connections that should not connect. */
  private giveBack(answer: Renewal) {
    const { isLeaving, drained: isDrained } = this
    const mayMove = (lease: HeldLease) => this.listener?.mayMove(lease) ?? false
    const holder = {
      id: this.node.id,
      held: this.held.all,
      isLeaving,
      isDrained,
      unwantedBefore: this.unwanted,
      mayMove,
    }
    const { ended, moved } = chooseGivenBack(holder, answer)
    this.unwanted = new Set(answer.unwanted)
    if (moved.length > 0) this.yieldUntil = this.clock() + yieldMs
    for (const lease of [...ended, ...moved]) void this.handOver(lease)
  }
}

const logUnsaid = (err: unknown) => log.warn({ err }, 'the other nodes see only later that leases have ended')
