import { LRUCache } from 'lru-cache'

/** `ttl`: life of an entry in ms, counted from when it was set. `perf`: clock that counts it. */
type Expiry = Pick<LRUCache.Options<string, true, unknown>, 'ttl' | 'ttlResolution' | 'perf'>

/**
 * Cache of at most `maxEntries`; the least recently used entry is evicted. Counts entries by `maxSize`, because `max`
 * allocates the tables for all entries at once: about 6 ms of the start and 10 MB for 434,000 entries (measured).
 */
export class BoundedCache<K extends {}, V extends {}> extends LRUCache<K, V> {
  constructor(maxEntries: number, expiry: Expiry = {}) {
    super({ ...expiry, maxSize: maxEntries, sizeCalculation: () => 1 })
  }
}
