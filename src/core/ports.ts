import type { OwnBackups } from './backup/own-backups'
import type { Events, TransactionEvents } from './events'
import type { CostBudgets } from './http/budgets'
import type { ListedJob } from './jobs/enqueue-many'
import type { JobOptions, Jobs } from './jobs/job'
import type { ListenerTable } from './listeners'
import type { SendOutside } from './net/outside-request'
import type { OwnNode } from './nodes/node-figures'
import type { ParserPool } from './parsers/pool'
import type { InFlight } from './process/in-flight'
import type { Scope } from './scope'
import type { Secrets } from './secrets'
import type { SecurityLogTarget } from './security-log-target'
import type { Store } from './storage/db'
import type { MediaStore } from './storage/media-store'
import type { CompanyId } from './storage/schema'
import type { TenantDb } from './storage/tenant'

/**
 * CONTRACT 4: services of the process for features, such as storage, events and jobs. `whatsapp/` and the domains declare
 * their own adapters to the network in their `ports.ts` (ADR 0099).
 */
export interface Ports {
  store: Store
  /** Functions of upper domains that lower ones call (`Scope.call`). */
  listeners: ListenerTable
  /** Work that must not run twice at once. */
  inFlight: InFlight
  secrets: Secrets
  media: MediaStore
  /** Parses untrusted bytes in a worker. Never call inside a transaction. */
  parsers: ParserPool
  /** Budgets of expensive functions, per person and company. */
  budgets: CostBudgets
  /** Requests to addresses that companies wrote. Never call inside a transaction. */
  outside: SendOutside
  publish<E extends keyof Events>(companyId: CompanyId, entity: E, payload: Events[E]): void
  /** Stores the deliveries to webhooks; called in a transaction that published, at its end. */
  storeForWebhooks(scope: Scope, events: TransactionEvents): Promise<void>
  /** Address that users and programs open, without a slash at the end. */
  publicUrl: string
  enqueue(db: TenantDb, name: keyof Jobs, payload: unknown, options?: JobOptions): Promise<void>
  enqueueMany(
    db: TenantDb,
    name: keyof Jobs,
    jobs: readonly ListedJob[],
    options?: Pick<JobOptions, 'waitsFor' | 'group'>,
  ): Promise<void>
  cancelJob(db: TenantDb, name: keyof Jobs, key: string): Promise<void>
  /** Makes the ready jobs of a group wait for an event (core/jobs/hold.ts). */
  holdJobs(db: TenantDb, group: { name: keyof Jobs; groupKey: string }, event: string): Promise<void>
  wakeJobs(): void
  /** This process. */
  node: OwnNode
  /** Call after a commit that changed rows of nodes: each of them reads its own. */
  nodesChanged(): void
  /** Empties the write-ahead log; false while another process reads it. Never call inside a transaction. */
  emptyLog(): Promise<boolean>
  /** Makes jobs that wait for this event due (core/jobs/loop.ts). */
  releaseJobs(event: string): Promise<void>
  /** Scheduled backups. */
  backups: OwnBackups
  /** Where newer versions are announced; null when nothing is asked. */
  releases: ReleasePlace | null
  /** Receiver of the security log; null for none. */
  securityLog: SecurityLogTarget | null
  /** Re-reads the rights of a person, or of a whole company, for requests and open sockets. */
  rightsChanged(companyId: CompanyId, userId?: number): void
  /** True while one of the person's tabs has the focus. */
  isLooking(companyId: CompanyId, userId: number): boolean
}

/** Address of a folder with the newest release, the public key that signs it, and the target of this executable. */
export interface ReleasePlace {
  address: string
  key: string
  target: string
}
