import type { Events } from '../events'
import type { Jobs } from '../jobs'
import type { Ports } from '../ports'
import type { Agent } from '../shared/permissions'
import type { JobOptions } from './jobs/job'
import type { Handle } from './storage/db'
import type { Prepared } from './storage/prepared'
import { withStill } from './storage/read-snapshot'
import type { CompanyId } from './storage/schema'
import { TenantDb } from './storage/tenant'

/** The person behind a request or a socket, as the server knows them now. */
export interface Viewer extends Agent {
  name: string
  super: boolean
  /** Set for the provider's hand in another company: everything it asks for is written down there. */
  support?: true
}
/** Who acts: a person, or a part of the process named for the record ('job', 'whatsapp', 'setup'). */
export type Actor = Viewer | { system: string }

const nowhere = () => ''
const insideTransaction = 'inside transaction(): use the scope it gave you' // waiting here would hang: one writer

/**
 * Who acts, for which company, through which transaction: the first argument of every service function.
 * Events and job wake-ups wait for the commit; a rollback drops them.
 */
export class Scope {
  private lent = 0

  constructor(
    readonly ports: Ports,
    private readonly tenant: TenantDb,
    readonly actor: Actor,
    private readonly held: (() => void)[] | null = null,
    private readonly origin: () => string = nowhere,
  ) {}

  static for(ports: Ports, companyId: CompanyId, actor: Actor): Scope {
    return new Scope(ports, TenantDb.of(ports.store, companyId), actor)
  }

  /** The same scope, asked for from a client's address; read only by those who write it down. */
  from(origin: () => string): Scope {
    return new Scope(this.ports, this.tenant, this.actor, this.held, origin)
  }

  /** The client's address; empty when the process itself acts. */
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

  /** The acting person; for verbs that only a person can do. */
  get viewer(): Viewer {
    if ('system' in this.actor) throw new Error(`no person acts here: ${this.actor.system}`)
    return this.actor
  }

  publish<E extends keyof Events>(entity: E, payload: Events[E]) {
    this.afterCommit(() => this.ports.publish(this.companyId, entity, payload))
  }

  async enqueue<J extends keyof Jobs>(name: J, payload: Jobs[J], options?: JobOptions) {
    await this.ports.enqueue(this.db, name, payload, options) // a row in the same transaction: both happen or neither
    if (!options?.waitsFor) this.afterCommit(() => this.ports.wakeJobs()) // else nothing is due
  }

  /** Removes the job enqueued with this key; one that runs at this moment ends, and is not tried again. */
  async cancelJob(name: keyof Jobs, key: string) {
    await this.ports.cancelJob(this.db, name, key)
    this.afterCommit(() => this.ports.wakeJobs()) // the next job of its lane may be due
  }

  /** To be called by every verb that changes profile, queues, allTicket, status, plan or licence; after the commit. */
  rightsChanged(userId?: number) {
    this.afterCommit(() => this.ports.rightsChanged(this.companyId, userId))
  }

  /** One verb, one transaction: nested calls join the outer one; effects run after the commit, in order. */
  async transaction<R>(work: (scope: Scope) => Promise<R>): Promise<R> {
    if (this.held) return work(this)
    const held: (() => void)[] = []
    this.lent++
    try {
      const result = await this.tenant.transaction((tx) => {
        held.length = 0
        return work(new Scope(this.ports, tx, this.actor, held, this.origin))
      })
      for (const effect of held) effect()
      return result
    } finally {
      this.lent--
    }
  }

  /** Runs once the transaction is stored, or at once outside of one. */
  afterCommit(effect: () => void) {
    if (this.held) this.held.push(effect)
    else effect()
  }
}

/**
 * Work above companies: the super user's rooms, sign-in, and the process itself. Holds plain Kysely and can lend a
 * Scope of any company; features other than companies, plans, auth and settings have no business with it.
 */
export class Platform {
  constructor(
    readonly ports: Ports,
    readonly handle: Handle = ports.store.read,
  ) {}

  get db() {
    return this.handle.kysely
  }

  /** The first row of a prepared query over all companies, or undefined. */
  first<P, R>(query: Prepared<P, R>, params: P): Promise<R | undefined> {
    return query.first(this.handle, params)
  }

  /** Runs the work on the database as of one moment, while everybody goes on writing. */
  snapshot<R>(work: (snapshot: Platform) => Promise<R>): Promise<R> {
    return withStill(this.ports.store, (handle) => work(new Platform(this.ports, handle)))
  }

  scope(companyId: CompanyId, actor: Actor): Scope {
    return Scope.for(this.ports, companyId, actor)
  }

  /** The platform's own transaction; a tenant handle taken from the platform it is given shares it. */
  transaction<R>(work: (platform: Platform) => Promise<R>): Promise<R> {
    return this.ports.store.write((tx) => work(new Platform(this.ports, tx)))
  }

  /** A company's handle within this platform's transaction, or reading outside of one. */
  tenant(companyId: CompanyId): TenantDb {
    return TenantDb.of(this.ports.store, companyId, this.handle)
  }
}
