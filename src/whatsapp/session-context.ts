import type { Fences } from '../core/nodes/fence'
import type { ParserPool } from '../core/parsers/pool'
import type { Secrets } from '../core/secrets'
import type { Store } from '../core/storage/db'
import type { Baileys } from './baileys'
import type { Caches } from './caches'
import type { WhatsAppHost } from './contract'
import type { Gate } from './gate'
import type { HeldMessages } from './held-messages'
import type { Timing, WhatsAppOptions } from './options'
import type { Turns } from './turns'

/** Shared by all connections of the process; Baileys need not be loaded. */
export interface SharedContext {
  store: Store
  secrets: Secrets
  host: WhatsAppHost
  held: HeldMessages
  options: WhatsAppOptions
  timing: Timing
  caches: Caches
  gate: Gate
  turns: Turns
  /** Absent where one process has all sessions. */
  fences?: Fences | undefined
  parsers: Pick<ParserPool, 'run'>
  /** Limits the histories that are downloaded at the same time. */
  historyGate: Gate
  load(): Promise<Baileys>
}

/** Shared by all connections, with Baileys loaded. */
export interface SessionContext extends SharedContext {
  baileys: Baileys
}
