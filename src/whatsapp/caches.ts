import type { PossiblyExtendedCacheStore } from '@whiskeysockets/baileys'
import { BoundedCache } from '../core/bounded-cache'

/** At most `size` entries, the least recently used evicted first; each for `ttl` ms after it was set, 0 for no limit. */
export class Bounded {
  /** Boxed, because null is a value here: a key known to be absent. */
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

  /** The entries of one connection. */
  of(prefix: string) {
    const prefixed = (key: string) => `${prefix}/${key}`
    return {
      get: (key: string) => this.get(prefixed(key)),
      set: (key: string, value: unknown) => this.set(prefixed(key), value),
      delete: (key: string) => this.delete(prefixed(key)),
    }
  }

  /** The entries of one connection, in the shape that Baileys expects; two numbers in one group share no entry. */
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

/** What outlives a socket, one set for the process (libraries.md C11); every key begins with its connection. */
export const createCaches = () => ({
  /** Signal keys read from the database. */
  keys: new Bounded(20_000),
  /** How often a message of ours was sent again, and one of theirs asked for again. */
  messageRetries: new Bounded(5_000, 60 * minute),
  /** Kept long: a refresh rebuilds the session with the contact, and notifications keep it right (wire §6.9). */
  userDevices: new Bounded(20_000, 6 * 60 * minute),
  /** Numbers whose LID WhatsApp did not tell when it was asked. */
  untoldLids: new Bounded(20_000, 5 * minute),
  callOffers: new Bounded(2_000, 5 * minute),
  placeholders: new Bounded(5_000, 60 * minute),
  groups: new Bounded(2_000, 10 * minute),
})
export type Caches = ReturnType<typeof createCaches>
