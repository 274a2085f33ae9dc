import type { PossiblyExtendedCacheStore } from '@whiskeysockets/baileys'

interface Entry {
  value: unknown
  until: number
}

/** A map that forgets: at most `size` entries, the longest unchanged first, each for `ttl` ms after it was set. */
export class Bounded {
  private readonly entries = new Map<string, Entry>()

  constructor(
    readonly size: number,
    readonly ttl: number = Number.POSITIVE_INFINITY,
  ) {}

  get<T>(key: string): T | undefined {
    const entry = this.entries.get(key)
    if (!entry) return undefined
    if (entry.until >= Date.now()) return entry.value as T
    this.entries.delete(key)
    return undefined
  }

  set(key: string, value: unknown) {
    this.entries.delete(key)
    this.entries.set(key, { value, until: Date.now() + this.ttl })
    if (this.entries.size > this.size) this.entries.delete(this.entries.keys().next().value as string)
  }

  delete(key: string) {
    this.entries.delete(key)
  }

  clear() {
    this.entries.clear()
  }

  /** One connection's view, in the shape Baileys asks for: two numbers in one group must not share an entry. */
  scoped(prefix: string): PossiblyExtendedCacheStore {
    const place = (key: string) => `${prefix}/${key}`
    return {
      get: <T>(key: string) => this.get<T>(place(key)),
      set: (key, value) => this.set(place(key), value),
      del: (key) => this.delete(place(key)),
      flushAll: () => {},
      mget: <T>(keys: string[]) =>
        Promise.resolve(Object.fromEntries(keys.map((key) => [key, this.get<T>(place(key))]))),
      mset: (entries) => {
        for (const { key, value } of entries) this.set(place(key), value)
      },
      mdel: (keys) => {
        for (const key of keys) this.delete(place(key))
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
  callOffers: new Bounded(2_000, 5 * minute),
  placeholders: new Bounded(5_000, 60 * minute),
  groups: new Bounded(2_000, 10 * minute),
})
export type Caches = ReturnType<typeof createCaches>
