import type { AuthenticationCreds, SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys'
import type { Fence } from '../core/nodes/fence'
import type { Sealer, Secrets } from '../core/secrets'
import type { Store } from '../core/storage/db'
import { TenantDb } from '../core/storage/tenant'
import type { Baileys } from './baileys'
import type { Bounded } from './caches'
import type { ConnectionRef } from './contract'
import { fencedTransaction } from './fenced-transaction'
import { type InboxRow, inboxType, upsertInboxRow } from './inbox-rows'
import { dropKey, getKey, KeyCodec, listKeyIds, repaired, upsertKey } from './key-rows'
import { deleteLink, readCreds, writeCreds } from './stored-creds'
import type { PauseIfDue } from './turns'

type KeyTypes = Record<string, Record<string, unknown>>
/** Types that are not cached, because their keys are read once. */
const uncached = new Set(['pre-key', inboxType])

interface AuthGiven {
  store: Store
  secrets: Secrets
  connection: ConnectionRef
  baileys: Baileys
  /** Absent where one process has all sessions. */
  fence?: Fence | undefined
  cache: Bounded
  /** Different for each socket, so that no socket reads what a failed one cached. */
  cachePrefix: string
  /** Awaited after each write, so that many writes do not block the event loop. */
  pauseIfDue: PauseIfDue
  /** Called when a write failed. Must end the socket before it returns, so that no receipt is sent. */
  onLost(error: unknown): void
}

type Unit = (tx: TenantDb, whatsappId: number) => Promise<unknown>

interface Unsaved {
  value: unknown
  cacheable: boolean
}

/**
 * Credentials and Signal keys of one connection for one socket, stored encrypted: one row of `wa_creds`, one row
 * of `wa_keys` per key. A `set` is one unit of the store and does not wait for the disk. Frames wait instead, until the
 * keys they depend on are durable (durable-socket.ts), so that many messages share one commit.
 */
export class AuthState {
  private readonly db: TenantDb
  private readonly codec: KeyCodec
  private saving: Promise<void> | undefined
  private readonly writes = new Set<Promise<unknown>>()
  private writing: Promise<unknown> | undefined
  private readonly unsaved = new Map<string, Unsaved>()
  private dirty = false
  private frozen = false
  /** Increased by each stored write, so that a read that began before does not fill the cache. */
  private round = 0

  private constructor(
    private readonly parts: AuthGiven,
    readonly creds: AuthenticationCreds,
    readonly sealer: Sealer,
  ) {
    this.db = TenantDb.of(parts.store, parts.connection.companyId)
    this.codec = new KeyCodec(sealer, parts.baileys, parts.connection.whatsappId)
  }

  /**
   * Opens the stored credentials, or creates new ones. Those of an unfinished link are deleted (docs/whatsapp.md,
   * "Linking a number").
   */
  static async open(parts: AuthGiven): Promise<AuthState> {
    const stored = await readCreds(parts)
    const sealer = await parts.secrets.companies.of(TenantDb.of(parts.store, parts.connection.companyId))
    if (stored?.account) return new AuthState(parts, stored, sealer)
    if (stored) await deleteLink(parts)
    return new AuthState(parts, parts.baileys.initAuthCreds(), sealer)
  }

  /** True once a phone has linked this device. */
  get isLinked() {
    return this.creds.account !== undefined && this.creds.me !== undefined
  }

  readonly keys: SignalKeyStore = {
    get: async (type, ids) => {
      const keys: Record<string, unknown> = {}
      for (const id of ids) {
        const value = await this.read(type, id)
        if (value !== undefined && value !== null) keys[id] = value
      }
      return keys as never
    },
    set: (data) => this.write(data),
  }

  /** Returns the stored LID of a number's digits, or the number of `<lid>_reverse`; also after `freeze`. */
  readonly lookUp = (id: string) => this.read('lid-mapping', id) as Promise<string | undefined>

  /** Returns the devices with sessions stored under a user, such as a number's digits; ascending. */
  readonly sessionDevices = async (user: string): Promise<number[]> => {
    if (this.frozen) return never()
    const [from, until] = [`${user}.`, `${user}/`] // the next character
    const { whatsappId } = this.parts.connection
    const stored = await this.db.run(listKeyIds, { whatsappId, type: 'session', from, until })
    const ids = new Set(stored.map(({ keyId }) => keyId))
    const prefix = this.cacheKey('session', from)
    for (const [name, { value }] of this.unsaved) {
      if (!name.startsWith(prefix)) continue
      const keyId = `${from}${name.slice(prefix.length)}`
      if (value === undefined) ids.delete(keyId)
      else ids.add(keyId)
    }
    return [...ids].map((keyId) => Number(keyId.slice(from.length))).sort((a, b) => a - b)
  }

  private async read(type: string, keyId: string): Promise<unknown> {
    const { cache, connection } = this.parts
    const name = this.cacheKey(type, keyId)
    const unsaved = this.unsaved.get(name)
    if (unsaved) return unsaved.value
    const cached = cache.get(name)
    if (cached !== undefined) return cached ?? undefined
    const round = this.round
    const row = await this.db.first(getKey, { whatsappId: connection.whatsappId, type, keyId })
    const value = row && this.codec.open(type, keyId, row.value)
    // A value stored during the read may be newer than the row.
    if (!uncached.has(type) && round === this.round) cache.set(name, value ?? null)
    return value
  }

  /**
   * Makes later writes neither happen nor settle: the socket has ended, another one may use the same keys, and messages
   * that were not finished are not confirmed and come again. Reads continue, because libsignal reads inside a queue per
   * address that all numbers of the process share: a read that never settles would block that person for all of them.
   */
  freeze() {
    this.frozen = true
  }

  /** Promise of the writes under way, undefined without any. Never settles when a write fails. */
  get storing(): Promise<unknown> | undefined {
    return this.writing && this.saving ? Promise.all([this.writing, this.saving]) : (this.writing ?? this.saving)
  }

  /** Resolves when all writes have ended, also by a failure. */
  async settled() {
    await this.saving
    await Promise.allSettled([...this.writes])
  }

  private write(data: SignalDataSet): Promise<void> {
    if (this.frozen) return never()
    const kept: KeyTypes = {}
    for (const [type, entries] of Object.entries(data)) kept[type] = type === 'sender-key' ? repaired(entries) : entries
    const { store, fence, connection } = this.parts
    const units = this.units(kept)
    const written = this.remember(kept)
    const write = fencedTransaction({ store, fence, companyId: connection.companyId }, async (tx) => {
      for (const unit of units) await unit(tx, connection.whatsappId)
    })
    this.writes.add(write)
    const stored = write.then(
      () => this.stored(written),
      (error) => {
        this.parts.onLost(error)
        return never()
      },
    )
    this.writing = stored
    void write
      .catch(() => {})
      .finally(() => {
        this.writes.delete(write)
        if (this.writing === stored) this.writing = undefined
      })
    return this.parts.pauseIfDue(true) ?? Promise.resolve()
  }

  /** Makes values readable before they are in the database. */
  private remember(data: KeyTypes): [string, Unsaved][] {
    const written: [string, Unsaved][] = []
    for (const [type, entries] of Object.entries(data)) {
      if (type === inboxType) continue
      for (const [keyId, value] of Object.entries(entries)) {
        const unsaved = { value: value ?? undefined, cacheable: !uncached.has(type) }
        written.push([this.cacheKey(type, keyId), unsaved])
      }
    }
    for (const [name, unsaved] of written) this.unsaved.set(name, unsaved)
    return written
  }

  private stored(written: [string, Unsaved][]) {
    this.round++
    const { cache } = this.parts
    for (const [name, unsaved] of written) {
      if (this.unsaved.get(name) !== unsaved) continue // written again meanwhile
      this.unsaved.delete(name)
      if (unsaved.value === undefined) cache.delete(name)
      else if (unsaved.cacheable) cache.set(name, unsaved.value)
    }
  }

  /** Encodes and encrypts before the transaction, to keep it short. */
  private units(data: KeyTypes): Unit[] {
    const units: Unit[] = []
    for (const [type, entries] of Object.entries(data)) {
      for (const [keyId, value] of Object.entries(entries)) {
        if (type === inboxType) {
          const row = value as InboxRow
          units.push((tx, whatsappId) => tx.run(upsertInboxRow, { whatsappId, ...row }))
        } else if (value === null || value === undefined) {
          units.push((tx, whatsappId) => tx.run(dropKey, { whatsappId, type, keyId }))
        } else {
          const sealed = this.codec.seal(type, keyId, value)
          units.push((tx, whatsappId) => tx.run(upsertKey, { whatsappId, type, keyId, value: sealed }))
        }
      }
    }
    return units
  }

  private cacheKey = (type: string, keyId: string) => `${this.parts.cachePrefix}/${type}/${keyId}`

  /** Stores the current credentials; calls during a save share the next one. */
  saveCreds(): Promise<void> {
    this.dirty = true
    this.saving ??= this.save().finally(() => {
      this.saving = undefined
    })
    return this.saving
  }

  private async save() {
    try {
      while (this.dirty) {
        this.dirty = false
        await writeCreds(this.parts, this.creds)
      }
    } catch (error) {
      this.parts.onLost(error)
    }
  }
}

const never = () => new Promise<never>(() => {})
