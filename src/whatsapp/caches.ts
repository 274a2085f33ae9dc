import type { PossiblyExtendedCacheStore } from '@whiskeysockets/baileys'
import { BoundedCache } from '../core/bounded-cache'

/** Cache of at most `size` entries, which evicts the least recently used; entries expire after `ttl` ms (0: never). */
export class Bounded {
  /** Values are boxed, because null is one of them: the mark of an absent key. */
  private readonly entries: BoundedCache<string, { value: unknown }>

  constructor(size: number, ttl = 0) {
    this.entries = new BoundedCache(size, { ttl })
  }

  get<T>(key: string): T | undefined {
    return this.entries.get(key)?.value as T | undefined
  }

  set(key: string, value: unknown) {
    this.entries.set(key, { value })
  }

  delete(key: string) {
    this.entries.delete(key)
  }

  clear() {
    this.entries.clear()
  }

  /** View of the entries of one connection. */
  of(prefix: string) {
    const prefixed = (key: string) => `${prefix}/${key}`
    return {
      get: (key: string) => this.get(prefixed(key)),
      set: (key: string, value: unknown) => this.set(prefixed(key), value),
      delete: (key: string) => this.delete(prefixed(key)),
    }
  }

  /** View of the entries of one connection with the interface that Baileys expects. */
  scoped(prefix: string): PossiblyExtendedCacheStore {
    const prefixed = (key: string) => `${prefix}/${key}`
    return {
      get: <T>(key: string) => this.get<T>(prefixed(key)),
      set: (key, value) => this.set(prefixed(key), value),
      del: (key) => this.delete(prefixed(key)),
      flushAll: () => {},
      mget: <T>(keys: string[]) =>
        Promise.resolve(Object.fromEntries(keys.map((key) => [key, this.get<T>(prefixed(key))]))),
      mset: (entries) => {
        for (const { key, value } of entries) this.set(prefixed(key), value)
      },
      mdel: (keys) => {
        for (const key of keys) this.delete(prefixed(key))
      },
    }
  }
}

const minute = 60_000

/** Caches that outlive a socket, shared by the process; every key begins with its connection. */
export const createCaches = () => ({
  /** Signal keys read from the database. */
  keys: new Bounded(20_000),
  /** Number of times an own message was sent again, and a received one was requested again. */
  messageRetries: new Bounded(5_000, 60 * minute),
  /**
   * Six hours, because each refresh creates a new session with the contact; notifications report changes
   * (docs/whatsapp.md, "Sending").
   */
  userDevices: new Bounded(20_000, 6 * 60 * minute),
  /** Numbers whose LID was queried without an answer. */
  unansweredLids: new Bounded(20_000, 5 * minute),
  callOffers: new Bounded(2_000, 5 * minute),
  placeholders: new Bounded(5_000, 60 * minute),
  groups: new Bounded(2_000, 10 * minute),
})
export type Caches = ReturnType<typeof createCaches>
