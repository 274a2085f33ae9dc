import type { Entity, Events } from '../events'
import type { Hub } from '../http/hub'
import type { CompanyId } from '../storage/schema'
import { Bus } from './bus'
import type { RemoteChange } from './remote-sockets'
import { SharedSockets } from './shared-sockets'
import type { Wire } from './wire'

const kinds = { event: 'event', rights: 'rights', jobs: 'jobs' } as const
/** Time in which sockets load again after a loss, in ms, so that not all ask at once. */
const reloadMs = 3000
/** Time in which other processes answer a new one, in ms. */
const introductionMs = 1500

/** Effects of a change that another process tells. */
export interface ClusterEffects {
  hub: Hub
  wakeJobs(): void
  refreshRights(companyId: CompanyId, userId?: number): void
  /** Reads all rights again. */
  refreshAllRights(): void
  onSocketChange(change: RemoteChange): void
}

/** The other processes of the installation: tells them what happens here, and does here what they tell. */
export class Cluster {
  private readonly bus: Bus
  private readonly sockets: SharedSockets
  private isWakeTold = false

  constructor(
    readonly node: string,
    wire: Wire,
    private readonly effects: ClusterEffects,
  ) {
    this.bus = new Bus(node, wire, {
      receive: (from, kind, content) => this.receive(from, kind, content),
      lose: () => this.recover(),
      leave: (from) => this.sockets.leave(from),
    })
    this.sockets = new SharedSockets(effects.hub, this.bus, (change) => effects.onSocketChange(change))
    effects.hub.announce = (listener, isOpen) =>
      isOpen ? this.sockets.tell(listener) : this.sockets.tellGone(listener)
  }

  /** Listens and asks the others for their sockets; resolves when those that are alive have answered. */
  async start(): Promise<void> {
    await this.bus.start()
    this.sockets.askAll()
    await Bun.sleep(introductionMs)
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

  /** Tells that jobs may be due; the wake-ups of a moment are one. */
  tellJobs() {
    if (this.isWakeTold) return
    this.isWakeTold = true
    setTimeout(() => {
      this.isWakeTold = false
      this.bus.send(kinds.jobs, null)
    }, 5).unref()
  }

  stop(): Promise<void> {
    return this.bus.stop()
  }

  private receive(from: string, kind: string, content: unknown) {
    if (this.sockets.receive(from, kind, content)) return
    if (kind === kinds.jobs) return this.effects.wakeJobs()
    if (kind === kinds.rights) {
      const [companyId, userId] = content as [CompanyId, number | null]
      return this.effects.refreshRights(companyId, userId ?? undefined)
    }
    if (kind !== kinds.event) return // of a newer version
    const [companyId, entity, payload] = content as [CompanyId, Entity, never]
    this.effects.hub.publish(companyId, entity, payload)
  }

  /** After a loss everything that was told is read again; open screens load what they show. */
  private recover() {
    this.sockets.askAll()
    this.effects.refreshAllRights()
    this.effects.wakeJobs()
    for (const listener of [...this.effects.hub.everyone()])
      setTimeout(() => listener.send(readyFrame), Math.random() * reloadMs).unref()
  }
}

/** A browser that gets it loads again what it shows, as after a reconnect (ui/lib/realtime.ts). */
const readyFrame = JSON.stringify({ event: 'ready', data: null })
