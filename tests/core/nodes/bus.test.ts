import { expect, jest, test } from 'bun:test'
import fc from 'fast-check'
import { Bus } from '../../../src/core/nodes/bus'
import { bytesOf } from '../../../src/core/nodes/packets'
import type { Wire } from '../../../src/core/nodes/wire'
import { until } from '../../until'

/** Joins buses of one process; loses the sends for which `loses` says so. */
class SharedWire {
  private readonly ears: ((text: string) => void)[] = []
  private readonly deposits: string[] = []
  readonly texts: string[] = []
  loses: (text: string) => boolean = () => false
  failsToSend = false
  renewals = 0
  /** Number of times the deposits that are no longer kept were removed. */
  removals = 0

  join(maxBytes = 200): Wire {
    return {
      maxBytes,
      send: async (text) => {
        if (this.failsToSend) throw new Error('the line is cut')
        expect(bytesOf(text)).toBeLessThanOrEqual(maxBytes)
        this.texts.push(text)
        if (this.loses(text)) return
        for (const hear of this.ears) queueMicrotask(() => hear(text))
      },
      deposit: async (text) => `${this.deposits.push(text) - 1}`,
      fetch: async (key) => {
        await Bun.sleep(2)
        return this.deposits[Number(key)] ?? null
      },
      take: async () => null,
      claim: async () => true,
      free: async () => {},
      listen: async (hear) => void this.ears.push(hear),
      relisten: async () => void this.renewals++,
      removeOldDeposits: async () => void this.removals++,
      close: async () => {},
    }
  }
}

function join(wire: SharedWire, node: string, clock?: () => number) {
  const heard: [string, string, unknown][] = []
  const seen = { losses: 0, left: [] as string[] }
  const bus = new Bus(
    node,
    wire.join(),
    {
      receive: (from, kind, content) => void heard.push([from, kind, content]),
      lose: () => void seen.losses++,
      leave: (from) => void seen.left.push(from),
    },
    clock,
  )
  return { bus, heard, seen }
}

test('items of any size arrive once at each other process, in the order of their sender', async () => {
  const content = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({ minLength: 150, maxLength: 400 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), content), { maxLength: 40 }), async (sends) => {
      const wire = new SharedWire()
      const [a, b, c] = [join(wire, 'a'), join(wire, 'b'), join(wire, 'c')]
      for (const { bus } of [a, b, c]) await bus.start()
      for (const [byA, text] of sends) {
        const { bus } = byA ? a : b
        bus.send('event', text)
        if (text.length % 3 === 0) await Bun.sleep(0)
      }
      const ofA = sends.filter(([byA]) => byA).map(([, text]) => ['a', 'event', text])
      const ofB = sends.filter(([byA]) => !byA).map(([, text]) => ['b', 'event', text])
      await until('all items', () => c.heard.length >= sends.length && b.heard.length >= ofA.length)
      expect(c.heard.filter(([from]) => from === 'a') as unknown[]).toEqual(ofA)
      expect(c.heard.filter(([from]) => from === 'b') as unknown[]).toEqual(ofB)
      expect(b.heard as unknown[]).toEqual(ofA)
      expect([a, b, c].map(({ seen }) => seen.losses)).toEqual([0, 0, 0])
      for (const { bus } of [a, b, c]) await bus.stop()
    }),
    { numRuns: 25 },
  )
})

test('a packet that is lost on the way is noticed at the next one', async () => {
  const wire = new SharedWire()
  const [a, b] = [join(wire, 'a'), join(wire, 'b')]
  await a.bus.start()
  await b.bus.start()
  a.bus.send('event', 1)
  await until('the first', () => b.heard.length === 1)
  wire.loses = () => true
  a.bus.send('event', 2)
  await until('the lost one', () => wire.texts.some((text) => text.includes('["event",2]')))
  wire.loses = () => false
  expect(b.seen.losses).toBe(0)
  a.bus.send('event', 3)
  await until('the third', () => b.heard.length === 2)
  expect(b.seen.losses).toBe(1)
  expect(b.heard.map(([, , content]) => content)).toEqual([1, 3])
  await a.bus.stop()
})

test('items that could not be sent are noticed, and the ones after them arrive', async () => {
  const wire = new SharedWire()
  const [a, b] = [join(wire, 'a'), join(wire, 'b')]
  await a.bus.start()
  await b.bus.start()
  a.bus.send('event', 1)
  await until('the first', () => b.heard.length === 1)
  wire.failsToSend = true
  a.bus.send('event', 2)
  await Bun.sleep(1)
  wire.failsToSend = false
  a.bus.send('event', 3)
  await until('the third', () => b.heard.length === 2)
  expect(b.seen.losses).toBe(1)
})

test('a process that says goodbye, or is silent for five seconds, has left', async () => {
  const wire = new SharedWire()
  let now = 0
  const [a, b, c] = [join(wire, 'a'), join(wire, 'b'), join(wire, 'c', () => now)]
  for (const { bus } of [a, b, c]) await bus.start()
  await until('both', () => c.bus.others().length === 2)
  await a.bus.stop()
  await until('the goodbye', () => c.seen.left.includes('a'))
  wire.loses = (text) => text.includes('"from":"b"')
  b.bus.send('event', 'lost')
  await until('the lost one', () => wire.texts.some((text) => text.includes('lost')))
  now += 5001
  await until('the silence', () => c.seen.left.includes('b'))
  expect(c.bus.others()).toEqual([])
  wire.loses = () => false
  b.bus.send('event', 'back')
  await until('the return', () => c.heard.length === 1)
  expect(c.bus.others()).toEqual(['b'])
  expect(c.seen.losses).toBeGreaterThan(0)
  for (const { bus } of [b, c]) await bus.stop()
})

test('a process that does not hear its own packets for five seconds listens anew and counts a loss', async () => {
  const wire = new SharedWire()
  let now = 0
  const a = join(wire, 'a', () => now)
  await a.bus.start()
  wire.loses = () => true
  now += 5001
  await until('the renewal', () => wire.renewals === 1 && a.seen.losses === 1)
  await a.bus.stop()
})

test('deposits that are no longer kept are removed once a minute', async () => {
  jest.useFakeTimers()
  try {
    const wire = new SharedWire()
    const { bus } = join(wire, 'a')
    await bus.start()
    jest.advanceTimersByTime(59_000)
    expect(wire.removals).toBe(0)
    jest.advanceTimersByTime(122_000)
    expect(wire.removals).toBe(3)
    await bus.stop()
    jest.advanceTimersByTime(120_000)
    expect(wire.removals).toBe(3)
  } finally {
    jest.useRealTimers()
  }
})
