import type { TicketEvent } from '../shared/enums'
import type { Agent } from '../shared/permissions'
import type { ArchiveOrder, WriteArchive, WrittenArchive } from './backup/archive-thread'
import type { Events, Published } from './events'
import type { ListedJob } from './jobs/enqueue-many'
import type { JobOptions, Jobs } from './jobs/job'
import type { ListenerArgs, ListenerName, ListenerResult } from './listeners'
import type { Ports } from './ports'
import type { Sealer } from './secrets'
import type { Handle } from './storage/db'
import type { Prepared } from './storage/prepared'
import type { CompanyId } from './storage/schema'
import { TenantDb } from './storage/tenant'

/** Person behind a request or a socket, with current rights. */
export interface Viewer extends Agent {
  name: string
  super: boolean
  /** Set during a support visit of the provider; its requests are recorded in the company's log. */
  support?: true
  /** Names the login in addresses of files (core/storage/media-links.ts). */
  mediaPass?: string
  /** Name of the API key by which a program acts for the person. */
  key?: string
}
/** Acting person, or the part of the process ('job', 'whatsapp', 'setup'). */
export type Actor = Viewer | { system: string }

/** Part of a scope that is enough to read rows; the snapshot of an archive has it, too. */
export type Reader = Pick<Scope, 'db'>

/** Work of one transaction that waits for its end. */
export class Pending {
  /** Run after the commit, in order. */
  readonly effects: (() => void)[] = []
  readonly published: Published[] = []
  readonly ticketEvents: { ticketId: number; kind: TicketEvent }[] = []

  /** A transaction may run twice. */
  clear() {
    for (const list of [this.effects, this.published, this.ticketEvents]) list.length = 0
  }
}

const nowhere = () => ''
const insideTransaction = 'inside transaction(): use the scope it gave you' // waiting here would deadlock: there is one writer

/**
 * Acting person, company and transaction: the first argument of every service function. Events and job wake-ups wait for
 * the commit; a rollback drops them.
 */
export class Scope {
  private lent = 0

  constructor(
    readonly ports: Ports,
    private readonly tenant: TenantDb,
    readonly actor: Actor,
    private readonly pending: Pending | null = null,
    private readonly origin: () => string = nowhere,
  ) {}

  static for(ports: Ports, companyId: CompanyId, actor: Actor): Scope {
    return new Scope(ports, TenantDb.of(ports.store, companyId), actor)
  }

  /** Same scope with the client's address, which the audit log records. */
  from(origin: () => string): Scope {
    return new Scope(this.ports, this.tenant, this.actor, this.pending, origin)
  }

  /** Client address; empty when the process itself acts. */
  get address(): string {
    return this.origin()
  }

  get companyId(): CompanyId {
    return this.tenant.companyId
  }

  get db(): TenantDb {
    if (this.lent > 0) throw new Error(insideTransaction)
    return this.tenant
  }

  /** Encrypts secrets with the company's key. */
  sealer(): Promise<Sealer> {
    return this.ports.secrets.companies.of(this.db)
  }

  /** Acting person. Throws when the process itself acts. */
  get viewer(): Viewer {
    if ('system' in this.actor) throw new Error(`this action needs a user; the actor is ${this.actor.system}`)
    return this.actor
  }

  /** Signed address of a file of the company, which ends with the acting person's login. */
  mediaLink(id: string): string {
    const pass = 'system' in this.actor ? undefined : this.actor.mediaPass
    return this.ports.media.links.forPerson(this.companyId, id, pass)
  }

  /**
   * Publishes an event to browsers and webhooks after the commit. A function is called at the end of the transaction,
   * for a payload that later statements change.
   */
  publish<E extends keyof Events>(entity: E, payload: Events[E] | (() => Events[E])) {
    const read = typeof payload === 'function' ? payload : () => payload
    this.pending?.published.push({ entity, read } as unknown as Published)
    this.afterCommit(() => this.ports.publish(this.companyId, entity, read()))
  }

  /** Names the ticket's next event for webhooks, such as `closed`; its payload is what the transaction publishes. */
  noteTicketEvent(ticketId: number, kind: TicketEvent) {
    this.pending?.ticketEvents.push({ ticketId, kind })
  }

  async enqueue<J extends keyof Jobs>(name: J, payload: Jobs[J], options?: JobOptions) {
    await this.ports.enqueue(this.db, name, payload, options) // the row is part of the caller's transaction
    if (!options?.waitsFor) this.afterCommit(() => this.ports.wakeJobs()) // else nothing is due
  }

  /** As `enqueue` for several jobs of one name (core/jobs/enqueue-many.ts). */
  async enqueueMany<J extends keyof Jobs>(
    name: J,
    jobs: readonly ListedJob<Jobs[J]>[],
    options?: Pick<JobOptions, 'waitsFor' | 'group'>,
  ) {
    if (jobs.length === 0) return
    await this.ports.enqueueMany(this.db, name, jobs, options)
    if (!options?.waitsFor) this.afterCommit(() => this.ports.wakeJobs())
  }

  /** Removes the job enqueued with this key; a running one ends and is not retried. */
  async cancelJob(name: keyof Jobs, key: string) {
    await this.ports.cancelJob(this.db, name, key)
    this.afterCommit(() => this.ports.wakeJobs()) // the next job of its lane may be due
  }

  /**
   * Calls the functions of upper domains that listen to this name, one after the other, and returns their results.
   * @throws what one of them throws; those after it are not called
   */
  async call<N extends ListenerName>(name: N, ...args: ListenerArgs<N>): Promise<ListenerResult<N>[]> {
    const listeners = this.ports.listeners[name] as readonly ((scope: Scope, ...args: unknown[]) => unknown)[]
    const results: unknown[] = []
    for (const listener of listeners) results.push(await listener(this, ...args))
    return results as ListenerResult<N>[]
  }

  /** Re-reads rights after the commit; for verbs that change profile, queues, allTicket, status, plan or licence. */
  rightsChanged(userId?: number) {
    this.afterCommit(() => this.ports.rightsChanged(this.companyId, userId))
  }

  /** Runs the work in a transaction; nested calls join the outer one. Effects run after the commit, in order. */
  async transaction<R>(work: (scope: Scope) => Promise<R>): Promise<R> {
    if (this.pending) return work(this)
    const pending = new Pending()
    this.lent++
    try {
      const result = await this.tenant.transaction(async (tx) => {
        pending.clear()
        const scope = new Scope(this.ports, tx, this.actor, pending, this.origin)
        const done = await work(scope)
        if (pending.published.length > 0) await this.ports.storeForWebhooks(scope, pending)
        return done
      })
      for (const effect of pending.effects) effect()
      return result
    } finally {
      this.lent--
    }
  }

  /** Runs the effect after the commit, or at once outside of a transaction. */
  afterCommit(effect: () => void) {
    if (this.pending) this.pending.effects.push(effect)
    else effect()
  }
}

/**
 * Access to the data of all companies, for super users, sign-in and the process itself. Provides plain Kysely and a Scope
 * of any company. Features other than companies, plans, auth and settings must not use it.
 */
export class Platform {
  constructor(
    readonly ports: Ports,
    readonly handle: Handle = ports.store.read,
  ) {}

  get db() {
    return this.handle.kysely
  }

  /** First row of a prepared query over all companies, or undefined. */
  first<P, R>(query: Prepared<P, R>, params: P): Promise<R | undefined> {
    return query.first(this.handle, params)
  }

  /** Writes an archive in another thread; a store without one runs `write` on a snapshot in this thread. */
  writeArchive(order: ArchiveOrder, write: WriteArchive): Promise<WrittenArchive> {
    const { store } = this.ports
    return store.archives?.write(order) ?? store.withSnapshot((snapshot) => write(snapshot, order), order.companyId)
  }

  scope(companyId: CompanyId, actor: Actor): Scope {
    return Scope.for(this.ports, companyId, actor)
  }

  /** Runs the work in a transaction; tenant handles of the given platform share it. */
  transaction<R>(work: (platform: Platform) => Promise<R>): Promise<R> {
    return this.ports.store.write((tx) => work(new Platform(this.ports, tx)))
  }

  /**
   * This platform's transaction in the order of the company's transactions, for work that decides by the row of the
   * company: no other such transaction changes it between (docs/adr/0144).
   */
  inOrderOf(companyId: CompanyId): Platform {
    return new Platform(this.ports, this.handle.inOrderOf(companyId))
  }

  /**
   * Handle of a company within this platform's transaction, which it puts in the order of the company's transactions; or
   * for reading outside of one.
   */
  tenant(companyId: CompanyId): TenantDb {
    const { store } = this.ports
    return TenantDb.of(store, companyId, this.handle === store.read ? this.handle : this.handle.inOrderOf(companyId))
  }
}
