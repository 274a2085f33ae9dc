import { expect, test } from 'bun:test'
import { BoundedCache } from '../../src/core/bounded-cache'

test('a full cache evicts the least recently used entry', () => {
  const cache = new BoundedCache<string, number>(2)
  cache.set('a', 1)
  cache.set('b', 2)
  cache.get('a')
  cache.set('c', 3)
  expect([...cache.keys()].sort()).toEqual(['a', 'c'])
})

test('an entry expires after its time to live, counted from when it was set', () => {
  let now = 1
  const cache = new BoundedCache<string, number>(2, { ttl: 1000, ttlResolution: 0, perf: { now: () => now } })
  cache.set('a', 1)
  now += 999
  expect(cache.get('a')).toBe(1)
  now += 2
  expect(cache.get('a')).toBeUndefined()
})

test('an empty cache does not allocate tables for its maximum of entries', () => {
  const before = process.memoryUsage.rss()
  const caches = Array.from({ length: 20 }, () => new BoundedCache<string, number>(1_000_000))
  const grown = (process.memoryUsage.rss() - before) / 1e6
  expect(caches.every(({ size }) => size === 0)).toBe(true)
  expect(grown).toBeLessThan(100) // tables of 20 million entries take 480 MB
})
