import type { Entity, Events } from '../events'
import type { Hub } from '../http/hub'
import type { CompanyId } from '../storage/schema'
import { Bus, type BusListener } from './bus'
import { Introductions } from './introductions'
import type { NodeFacts } from './lease-table'
import type { Leases } from './leases'
import type { RemoteChange } from './remote-sockets'
import { SharedSockets, socketKinds } from './shared-sockets'
import type { Wire } from './wire'

const kinds = { event: 'event', rights: 'rights', jobs: 'jobs', nodes: 'nodes' } as const
/** Time in which sockets load again after a loss, in ms, so that not all ask at once. */
const reloadMs = 3000
/** Time in ms for which a start waits for the answers of the others; they usually come within 100 ms. */
const introductionMs = 1000
/**
 * Time in ms from the drain of this node until it closes its sockets: twice the period in which a balancer asks for
 * `/readyz` (docs/several-machines.md) and a second, so that browsers reconnect to another node.
 */
const closeSocketsMs = 5000

/** Effects of a change that another process tells. */
interface ClusterEffects {
  hub: Hub
  wakeJobs(): void
  refreshRights(companyId: CompanyId, userId?: number): void
  /** Reads all rights again. */
  refreshAllRights(): void
  onSocketChange(change: RemoteChange): void
  /** Receives what is told about sessions (`ClusterWhatsApp.busListener`). */
  sessions: BusListener
}

/** The other processes of the installation: tells them what happens here, and does here what they tell. */
export class Cluster {
  private readonly bus: Bus
  private readonly sockets: SharedSockets
  private introductions = new Introductions([])
  private isWakeTold = false
  private socketsEnd: ReturnType<typeof setTimeout> | undefined

  constructor(
    /** This process. */
    readonly facts: NodeFacts,
    wire: Wire,
    private readonly leases: Leases,
    private readonly effects: ClusterEffects,
  ) {
    this.bus = new Bus(facts.id, wire, {
      receive: (from, kind, content) => this.receive(from, kind, content),
      lose: () => this.recover(),
      leave: (from) => this.forget(from),
    })
    this.sockets = new SharedSockets(effects.hub, this.bus, (change) => effects.onSocketChange(change))
    leases.onDrained = (isDrained) => {
      clearTimeout(this.socketsEnd)
      if (isDrained) this.socketsEnd = setTimeout(() => this.closeSockets(), closeSocketsMs)
    }
    effects.hub.announce = (listener, isOpen) =>
      isOpen ? this.sockets.tell(listener) : this.sockets.tellGone(listener)
  }

  /** Id of this process. */
  get node(): string {
    return this.facts.id
  }

  /** Listens, registers the node, and asks the others for their sessions and sockets. @throws without the database */
  async start(): Promise<void> {
    await this.bus.start()
    this.introductions = new Introductions(await this.leases.join())
    this.effects.sessions.lose() // before the sockets, whose answer then comes last
    this.sockets.askAll()
  }

  /** Resolves when all other nodes have told their sessions and sockets, after 20 s at the latest. */
  get introduced(): Promise<void> {
    return this.introductions.complete
  }

  /** The same, after a second at the latest. */
  async introducedSoon(): Promise<void> {
    await Promise.race([this.introduced, Bun.sleep(introductionMs)])
  }

  /** True while this node reaches the database. */
  get isConnected(): boolean {
    return this.leases.isConnected
  }

  /** True while the provider has drained this node. */
  get isDrained(): boolean {
    return this.leases.isDrained
  }

  /** Connections whose sessions this node runs. */
  sessionsHeldHere(): Set<number> {
    return new Set(this.leases.ids)
  }

  /** Sends an item to the other nodes. */
  send(kind: string, content: unknown) {
    this.bus.send(kind, content)
  }

  /** Processes that are heard, without this one. */
  others(): string[] {
    return this.bus.others()
  }

  tellEvent<E extends Entity>(companyId: CompanyId, entity: E, payload: Events[E]) {
    this.bus.send(kinds.event, [companyId, entity, payload])
  }

  tellRights(companyId: CompanyId, userId?: number) {
    this.bus.send(kinds.rights, [companyId, userId ?? null])
  }

  /** Tells that rows of nodes have changed; each node, this one included, follows its own. */
  tellNodes() {
    this.bus.send(kinds.nodes, null)
    void this.leases.renew()
  }

  /** Tells that jobs may be due; the wake-ups of a moment are one. */
  tellJobs() {
    if (this.isWakeTold) return
    this.isWakeTold = true
    setTimeout(() => {
      this.isWakeTold = false
      this.bus.send(kinds.jobs, null)
    }, 5).unref()
  }

  /** Call when the sessions have ended, which tell it. */
  stop(): Promise<void> {
    this.introductions.cancel()
    clearTimeout(this.socketsEnd)
    return this.bus.stop()
  }

  private receive(from: string, kind: string, content: unknown) {
    if (this.sockets.receive(from, kind, content)) {
      if (kind === socketKinds.all) this.introductions.settle(from)
      return
    }
    if (kind === kinds.jobs) return this.effects.wakeJobs()
    if (kind === kinds.nodes) return void this.leases.renew()
    if (kind === kinds.rights) {
      const [companyId, userId] = content as [CompanyId, number | null]
      return this.effects.refreshRights(companyId, userId ?? undefined)
    }
    if (kind !== kinds.event) return this.effects.sessions.receive(from, kind, content)
    const [companyId, entity, payload] = content as [CompanyId, Entity, never]
    this.effects.hub.publish(companyId, entity, payload)
  }

  private closeSockets() {
    for (const listener of [...this.effects.hub.everyone()]) listener.close(1001, 'this node is drained')
  }

  private forget(node: string) {
    this.sockets.leave(node)
    this.effects.sessions.leave(node)
    this.introductions.settle(node)
  }

  /** After a loss everything that was told is read again; open screens load what they show. */
  private recover() {
    this.effects.sessions.lose()
    this.sockets.askAll()
    this.effects.refreshAllRights()
    this.effects.wakeJobs()
    for (const listener of [...this.effects.hub.everyone()])
      setTimeout(() => listener.send(readyFrame), Math.random() * reloadMs).unref()
  }
}

/** A browser that gets it loads again what it shows, as after a reconnect (ui/lib/realtime.ts). */
const readyFrame = JSON.stringify({ event: 'ready', data: null })
