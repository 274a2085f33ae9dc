import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { log } from '../../../src/core/log'
import type { Fence } from '../../../src/core/nodes/fence'
import type { LeaseTable } from '../../../src/core/nodes/lease-table'
import { Leases } from '../../../src/core/nodes/leases'
import { LeaseRows } from '../../../src/core/storage/postgres/lease-rows'
import type { PostgresStore } from '../../../src/core/storage/postgres/store'
import { SeededRandom } from '../../crash/seeded-random'
import { daySeed, isFull, sizeOf } from '../../size'
import { until } from '../../until'
import { companyId, createLeaseDatabase, drivenClock, type LeaseDatabase } from './lease-database'

log.level = 'silent'

let database: LeaseDatabase
let store: PostgresStore
const tables = new Set<LeaseRows>()
beforeAll(async () => {
  database = await createLeaseDatabase()
  store = await database.openStore()
})
afterAll(async () => {
  await store.close()
  await database.stop()
})

let now = 0
let nodes = 0
beforeEach(() => setTime(1_000_000))
afterEach(async () => {
  for (const table of tables) await table.close()
  tables.clear()
})

async function setTime(at: number) {
  now = at
  await database.admin.unsafe(`update driven_clock set at = ${at}`)
}
const pass = (ms: number) => setTime(now + ms)

/** A node whose sessions are a set of ids, and whose rounds the test runs. */
class TestNode {
  readonly running = new Set<number>()
  /** Sessions that are being linked. */
  readonly linking = new Set<number>()
  readonly id = `node ${++nodes}`
  /** Resolves when a session that is handed over has stored what it received. */
  stored: Promise<unknown> = Promise.resolve()
  /** True while the process stands still: it does nothing, and its clock goes on. */
  isFrozen = false
  /** True while the node does not reach the database. */
  isCut = false
  readonly leases: Leases

  constructor() {
    const table = new LeaseRows(database.options, drivenClock)
    tables.add(table)
    const facts = { id: this.id, name: this.id, version: '1', facts: '{}' }
    this.leases = new Leases(facts, this.reachable(table), () => now)
    this.leases.listen({
      gain: ({ whatsappId }) => void this.running.add(whatsappId),
      lose: ({ whatsappId }) => void this.running.delete(whatsappId),
      handOver: async ({ whatsappId }) => {
        await this.stored
        this.running.delete(whatsappId)
      },
      mayMove: ({ whatsappId }) => !this.linking.has(whatsappId),
    })
  }

  /** Sessions that may send and store now. */
  get acting(): number[] {
    return [...this.running].filter((id) => this.leases.fenceOf(id)?.isValid)
  }

  async round() {
    if (this.isFrozen) return
    this.leases.lapse()
    await this.leases.renew()
    await this.leases.take()
  }

  private reachable(table: LeaseTable): LeaseTable {
    const cut = () => Promise.reject(new Error('cut'))
    return new Proxy(table, {
      get: (target, name: keyof LeaseTable) => {
        const method = target[name] as (...given: unknown[]) => unknown
        return (...given: unknown[]) => (this.isCut ? cut() : method.apply(target, given))
      },
    })
  }
}

const held = (node: TestNode) => node.acting.sort((a, b) => a - b)

/** Runs rounds of all nodes, a second each, and hands over as long as something waits. */
async function rounds(all: TestNode[], seconds: number) {
  for (let n = 0; n < seconds; n++) {
    for (const node of all) await node.round()
    await pass(1000)
  }
}

describe('Leases', () => {
  test('one node takes all connections that should connect, a few at a time', async () => {
    await database.reset(50)
    await database.admin.unsafe('update connections set "shouldConnect" = 0 where id > 45')
    const node = new TestNode()
    await node.round()
    expect(node.running.size).toBe(20)
    await rounds([node], 4)
    expect(held(node)).toEqual(Array.from({ length: 45 }, (_, n) => n + 1))
  })

  test('a holder that does not renew stops by itself before another node takes over', async () => {
    await database.reset(3)
    const [a, b] = [new TestNode(), new TestNode()]
    await a.round()
    await b.round()
    a.isCut = true
    await pass(14_999)
    expect(held(a)).toEqual([1, 2, 3])
    await b.round()
    expect(held(b)).toEqual([])
    await pass(1)
    expect(held(a)).toEqual([])
    await pass(5000)
    await b.round()
    await b.round()
    expect(held(b)).toEqual([1, 2, 3])
    a.isCut = false
    await a.round()
    expect([...a.running]).toEqual([])
  })

  test('a node that lost its leases by silence takes them again at once, with a new token', async () => {
    await database.reset(1)
    const node = new TestNode()
    await node.round()
    const before = node.leases.fenceOf(1)
    node.isCut = true
    await pass(16_000)
    await node.round()
    expect([node.running.size, before?.isValid]).toEqual([0, false])
    node.isCut = false
    await node.round()
    expect(held(node)).toEqual([1])
    expect(before?.isValid).toBe(false)
    expect(node.leases.fenceOf(1)?.token).toBeGreaterThan(before?.token as number)
  })

  test('the token of a released lease grows with the next holder', async () => {
    await database.reset(1)
    const [a, b] = [new TestNode(), new TestNode()]
    await a.round()
    const token = a.leases.fenceOf(1)?.token as number
    await a.leases.release(1)
    await b.round()
    expect(held(b)).toEqual([1])
    expect(b.leases.fenceOf(1)?.token).toBeGreaterThan(token)
  })

  test('an explicit claim takes a free lease, and names the holder of another one', async () => {
    await database.reset(2)
    await database.admin.unsafe('update connections set "shouldConnect" = 0')
    const [a, b] = [new TestNode(), new TestNode()]
    expect(await a.leases.claim({ companyId, whatsappId: 1 })).toBe(true)
    expect(await b.leases.claim({ companyId, whatsappId: 1 })).toBe(a.id)
    expect(await b.leases.claim({ companyId, whatsappId: 3 })).toBe(null)
    expect(await b.leases.claim({ companyId: 2 as never, whatsappId: 1 })).toBe(null)
  })

  test('a lease of a connection that should not connect any more ends', async () => {
    await database.reset(2)
    const node = new TestNode()
    await node.round()
    await database.admin.unsafe('update connections set "shouldConnect" = 0 where id = 1')
    await node.leases.renew()
    expect(held(node)).toEqual([1, 2])
    await node.leases.renew()
    expect(held(node)).toEqual([2])
  })

  test('a node that leaves hands all over, and the others take them in the next round', async () => {
    await database.reset(30)
    const [a, b] = [new TestNode(), new TestNode()]
    await rounds([a, b], 3)
    await a.leases.leave()
    await rounds([b], 3)
    expect([a.running.size, b.acting.length]).toEqual([0, 30])
  })
})

describe('fair share', () => {
  test('a joining node gets its share after half a minute, and then nothing moves', async () => {
    await database.reset(40)
    const [a, b, c] = [new TestNode(), new TestNode(), new TestNode()]
    await rounds([a], 5)
    expect(a.acting.length).toBe(40)
    await rounds([a, b, c], 25)
    expect(a.acting.length).toBe(40)
    await rounds([a, b, c], 40)
    const shares = [a, b, c].map(({ acting }) => acting.length)
    expect(shares.reduce((sum, share) => sum + share)).toBe(40)
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1)
    const before = [a, b, c].map(held)
    await rounds([a, b, c], 30)
    expect([a, b, c].map(held)).toEqual(before)
  })

  test('a session that is being linked stays, and others move in its place', async () => {
    await database.reset(4)
    const [a, b] = [new TestNode(), new TestNode()]
    await a.round()
    for (const id of [1, 3, 4]) a.linking.add(id)
    await rounds([a, b], 60)
    expect([held(a), held(b)]).toEqual([[1, 3, 4], [2]])
    a.linking.clear()
    await rounds([a, b], 30)
    expect([a, b].map(({ acting }) => acting.length)).toEqual([2, 2])
  })

  test('four connections on two nodes are shared with a third', async () => {
    await database.reset(4)
    const [a, b, c] = [new TestNode(), new TestNode(), new TestNode()]
    await a.round()
    await rounds([a, b], 60)
    expect([a, b].map(({ acting }) => acting.length)).toEqual([2, 2])
    await rounds([a, b, c], 60)
    expect([a, b, c].map(({ acting }) => acting.length).sort()).toEqual([1, 1, 2])
  })
})

describe('fence', () => {
  /** Stores a row as a session does, under its fence. */
  const storeUnder = (fence: Fence) =>
    store.write(async (tx) => {
      await fence.check(tx)
      await tx.kysely.updateTable('connections').set({ name: 'stored' }).where('id', '=', 1).execute()
    }, companyId)
  const nameOf = async () => (await database.admin.unsafe('select name from connections where id = 1'))[0].name

  test('a write of the holder is stored; one under an old token is not, and ends the session', async () => {
    await database.reset(1)
    const [a, b] = [new TestNode(), new TestNode()]
    await a.round()
    const fence = a.leases.fenceOf(1) as Fence
    await storeUnder(fence)
    expect(await nameOf()).toBe('stored')
    await database.admin.unsafe(`update connections set name = 'free'; update leases set "expiresAt" = 0`)
    await b.round()
    expect(held(b)).toEqual([1])
    expect([fence.isValid, a.running.has(1)]).toEqual([true, true]) // a has not noticed yet
    await expect(storeUnder(fence)).rejects.toThrow('another node')
    expect([fence.isValid, a.running.has(1)]).toEqual([false, false])
    expect(await nameOf()).toBe('free')
  })

  test('a write under the lease that is not committed delays a takeover and no renewal', async () => {
    await database.reset(1)
    const [a, b] = [new TestNode(), new TestNode()]
    await a.round()
    const [checked, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const writing = store.write(async (tx) => {
      await a.leases.fenceOf(1)?.check(tx)
      checked.resolve()
      await mayCommit.promise
    }, companyId)
    await checked.promise
    expect(await a.leases.renew()).toBe(true)
    await pass(20_000)
    await b.round()
    expect(held(b)).toEqual([])
    mayCommit.resolve()
    await writing
    await b.round()
    expect(held(b)).toEqual([1])
  })
})

describe('a drained node', () => {
  const setState = (node: TestNode, state: string) =>
    database.admin.unsafe(`update nodes set state = '${state}' where id = '${node.id}'`)
  const connection = (whatsappId: number) => ({ companyId, whatsappId })

  test('hands its sessions over, one that is being linked after its link, and takes none until it is received again', async () => {
    await database.reset(6)
    const [a, b] = [new TestNode(), new TestNode()]
    await a.round()
    await b.round()
    a.linking.add(3)
    await setState(a, 'drained')
    await rounds([a, b], 3)
    expect([a.leases.isDrained, held(a), held(b)]).toEqual([true, [3], [1, 2, 4, 5, 6]])
    a.linking.clear()
    await rounds([a, b], 3)
    expect([held(a), held(b)]).toEqual([[], [1, 2, 3, 4, 5, 6]])
    expect(await a.leases.claim(connection(1))).toBe(b.id)
    await setState(a, 'serving')
    await rounds([a, b], 40)
    expect([a.leases.isDrained, held(a).length, held(b).length]).toEqual([false, 3, 3])
  })

  test('does not name itself as the holder of a session that it hands over', async () => {
    await database.reset(2)
    const [a, b] = [new TestNode(), new TestNode()]
    await a.round()
    await b.round()
    const { promise, resolve } = Promise.withResolvers<void>()
    a.stored = promise
    await setState(a, 'drained')
    await a.leases.renew()
    expect([held(a), a.leases.holds(1)]).toEqual([[1, 2], false])
    expect(await a.leases.claim(connection(1))).toBeNull()
    expect(await a.leases.claim(connection(1), true)).toBeNull()
    resolve()
    await until('the hand-over', () => held(a).length === 0)
    await rounds([a, b], 2)
    expect(await a.leases.claim(connection(1))).toBe(b.id)
    expect(await a.leases.claim(connection(1), true)).toBe(b.id)
  })

  test('takes a free lease only to end a session, neither by itself nor for another request', async () => {
    await database.reset(2)
    const node = new TestNode()
    await node.leases.renew()
    await setState(node, 'drained')
    await rounds([node], 2)
    expect(held(node)).toEqual([])
    expect(await node.leases.claim(connection(1))).toBeNull()
    expect(await node.leases.claim(connection(1), true)).toBe(true)
    expect(node.leases.holds(1)).toBe(true)
    await node.leases.release(1)
    await rounds([node], 2)
    expect([node.leases.ids, held(node)]).toEqual([[], []])
  })
})

const seeds = isFull ? [1, 2, 3, 4, 5, daySeed] : [1, daySeed]

const connections = 12

test.each(seeds)(
  'three nodes with random stops, silences and cuts never act for one connection at the same time (seed %d)',
  async (seed) => {
    const chance = new SeededRandom(seed)
    await database.reset(connections)
    let all = [new TestNode(), new TestNode(), new TestNode()]
    for (let period = 0; period < sizeOf({ everyday: 8, full: 40 }); period++) {
      for (let step = 0; step < 30; step++) {
        all = await disturb(all, chance)
        for (const node of all) if (chance.happens(0.7)) await node.round()
        await pass(Math.floor(chance.between(0, 2500)))
        assertOneHolder(all)
      }
      if (all.some(({ isFrozen, isCut }) => !isFrozen && !isCut)) await assertTakenOver(all)
    }
  },
  300_000,
)

function assertOneHolder(all: TestNode[]) {
  const acting = all.flatMap((node) => node.acting)
  expect(new Set(acting).size).toBe(acting.length)
}

/** Without further disturbance each session runs within 30 s; the former holders have stopped after 15 s. */
async function assertTakenOver(all: TestNode[]) {
  const seen = new Set<number>()
  for (let second = 0; second < 30; second++) {
    await rounds(all, 1)
    assertOneHolder(all)
    if (second >= 15) for (const id of all.flatMap((node) => node.acting)) seen.add(id)
  }
  expect(seen.size).toBe(connections)
}

/** Freezes, cuts, kills or heals a node, now and then. */
async function disturb(all: TestNode[], chance: SeededRandom): Promise<TestNode[]> {
  if (!chance.happens(0.2)) return all
  const node = chance.pick(all)
  const what = Math.floor(chance.between(0, 6))
  if (what < 2) node.isFrozen = !node.isFrozen
  else if (what < 4) node.isCut = !node.isCut
  else if (what === 4)
    return all.map((each) => (each === node ? new TestNode() : each)) // kill -9, and a new start
  else if (!node.isFrozen && !node.isCut) for (const id of node.leases.ids.slice(0, 2)) await node.leases.release(id)
  return all
}
