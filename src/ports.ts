import type { CostBudgets } from './core/http/budgets'
import type { JobOptions } from './core/jobs/job'
import type { SendOutside } from './core/net/outside-request'
import type { ParserPool } from './core/parsers/pool'
import type { Scope } from './core/scope'
import type { Secrets } from './core/secrets'
import type { Store } from './core/storage/db'
import type { MediaStore } from './core/storage/media-store'
import type { CompanyId } from './core/storage/schema'
import type { TenantDb } from './core/storage/tenant'
import type { Events } from './events'
import type { Mailer } from './features/password-reset/mailer'
import type { Push } from './features/push/adapter'
import type { IsBreached } from './features/users/breached-passwords'
import type { Jobs } from './jobs'
import type { TicketEvent } from './shared/enums'
import type { WhatsApp } from './whatsapp/contract'

/** An event that a transaction publishes; `read` returns its payload at the end of the transaction. */
export type Published = { [E in keyof Events]: { entity: E; read: () => Events[E] } }[keyof Events]

/** Events of one transaction, and the names of its events of tickets. */
export interface TransactionEvents {
  published: readonly Published[]
  ticketEvents: readonly { ticketId: number; kind: TicketEvent }[]
}

/** CONTRACT 4: services of the process for features, such as storage, events, jobs and adapters to the network. */
export interface Ports {
  store: Store
  secrets: Secrets
  media: MediaStore
  /** Parses untrusted bytes in a worker. Never call inside a transaction. */
  parsers: ParserPool
  /** True for a password known from a breach, if the operator gave a list. */
  isBreached: IsBreached
  /** Budgets of expensive functions, per person and company. */
  budgets: CostBudgets
  /** WhatsApp. Never call inside a transaction. */
  whatsapp: WhatsApp
  /** Web push. Never call inside a transaction. */
  push: Push
  /** SMTP. Never call inside a transaction. */
  mail: Mailer
  /** Requests to addresses that companies wrote. Never call inside a transaction. */
  outside: SendOutside
  /** Address of the speech service, in which `{region}` stands for the region of a prompt's resource. */
  speechUrl: string
  publish<E extends keyof Events>(companyId: CompanyId, entity: E, payload: Events[E]): void
  /** Stores the deliveries to webhooks; called in a transaction that published, at its end. */
  storeForWebhooks(scope: Scope, events: TransactionEvents): Promise<void>
  /** Address that users and programs open, without a slash at the end. */
  publicUrl: string
  enqueue(db: TenantDb, name: keyof Jobs, payload: unknown, options?: JobOptions): Promise<void>
  cancelJob(db: TenantDb, name: keyof Jobs, key: string): Promise<void>
  /** Makes the ready jobs of a group wait for an event (core/jobs/hold.ts). */
  holdJobs(db: TenantDb, group: { name: keyof Jobs; groupKey: string }, event: string): Promise<void>
  wakeJobs(): void
  /** Empties the write-ahead log; false while another process reads it. Never call inside a transaction. */
  emptyLog(): Promise<boolean>
  /** Makes jobs that wait for this event due (core/jobs/loop.ts). */
  releaseJobs(event: string): Promise<void>
  /** Re-reads the rights of a person, or of a whole company, for requests and open sockets. */
  rightsChanged(companyId: CompanyId, userId?: number): void
  /** True while one of the person's tabs has the focus. */
  isLooking(companyId: CompanyId, userId: number): boolean
}
