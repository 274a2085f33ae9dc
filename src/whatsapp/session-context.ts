import type { Secrets } from '../core/secrets'
import type { Store } from '../core/storage/db'
import type { Baileys } from './baileys'
import type { Caches } from './caches'
import type { WhatsAppHost } from './contract'
import type { Gate } from './gate'
import type { Timing, WhatsAppOptions } from './options'
import type { Turns } from './turns'

/** What every connection of the process shares, before Baileys is loaded. */
export interface SharedContext {
  store: Store
  secrets: Secrets
  host: WhatsAppHost
  options: WhatsAppOptions
  timing: Timing
  caches: Caches
  gate: Gate
  turns: Turns
  load(): Promise<Baileys>
}

/** The same with Baileys at hand. */
export interface SessionContext extends SharedContext {
  baileys: Baileys
}
