import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { claimJobs } from '../../../src/core/jobs/claim'
import { enqueue } from '../../../src/core/jobs/enqueue'
import { msUntilDue } from '../../../src/core/jobs/next-due'
import { storeOutcomes } from '../../../src/core/jobs/outcome'
import { releaseWaiting } from '../../../src/core/jobs/release'
import { replaceNodeId } from '../../../src/core/storage/data-directory'
import type { Handle, Store } from '../../../src/core/storage/db'
import { recordEndOfFormerNode } from '../../../src/core/storage/living-nodes'
import type { CompanyId } from '../../../src/core/storage/schema'
import { TenantDb } from '../../../src/core/storage/tenant'
import { sizeOf } from '../../size'
import { until } from '../../until'
import type { JobInput } from '../job-queue'
import { createJobNodes } from './job-nodes'

const idOf = (payload: unknown) => (payload as { messageId: number }).messageId
const farewells = (count: number): JobInput[] =>
  Array.from({ length: count }, (_, n) => [1, 'ticket.farewell', { messageId: n }])

test('a place that becomes free while another node takes the last turn of its group away is not forgotten', async () => {
  const { nodes, put, execute, stop } = await createJobNodes(() => {})
  const [a, b] = nodes.map(({ store }) => store)
  const placesOf = () => ({ concurrency: 1, perGroup: 2 })
  await put(...farewells(3))
  const [first] = await claimJobs(a!, { node: 'a', isShared: true, placesOf })
  const claimed = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const pause = async () => {
    claimed.resolve()
    await ended.promise
  }
  // The claim of the second place deletes the group's row, and commits only after the end of the first job is stored.
  const slow: Store = Object.assign(Object.create(b!), {
    writeUnordered: <R>(work: (tx: Handle) => Promise<R>) => b!.writeUnordered((tx) => work(tx).finally(pause)),
  })
  const claim = claimJobs(slow, { node: 'b', isShared: true, placesOf })
  await claimed.promise
  const end = a!.write(
    (tx) => storeOutcomes(TenantDb.of(a!, 1 as CompanyId, tx), [{ job: first!, outcome: { is: 'done' } }], 'a'),
    1 as CompanyId,
  )
  await Promise.race([end, Bun.sleep(300)])
  ended.resolve()
  expect(await claim).toHaveLength(1)
  await end
  expect(await execute('select name from ready_groups')).toHaveLength(1)
  await stop()
})

test('a node that starts leaves the running jobs of a living node alone, and releases those of an ended one', async () => {
  const begun: string[] = []
  const end = Promise.withResolvers<void>()
  const { nodes, put, rows, kill, stop } = await createJobNodes(async (node, { payload }) => {
    begun.push(`${node}${idOf(payload)}`)
    if (node === 'a') await end.promise
  })
  const [a, b] = nodes.map(({ loop }) => loop)
  await put([1, 'ticket.farewell', { messageId: 1 }])
  await a!.start()
  await until('a runs the job', () => begun.includes('a1'))
  await b!.start()
  await b!.releaseEnded()
  expect(await rows()).toMatchObject([{ state: 'running', node: 'a', interrupted: 0 }])
  await kill('a')
  await b!.releaseEnded()
  await until('b has run the job', async () => (await rows()).length === 0)
  expect(begun).toEqual(['a1', 'b1'])
  end.resolve()
  await stop()
})

test('a process that starts again in its directory frees its former jobs and sessions, but not those of other names', async () => {
  const { main, execute, stop } = await createJobNodes(() => {}, { nodes: 3 })
  await execute(`update nodes set name = 'one' where id in ('a', 'c')`)
  await execute(`insert into connections (id, "companyId", name) overriding system value values (1, 1, 'c')`)
  await execute(
    `insert into leases ("companyId", "whatsappId", node, token, "expiresAt") values (1, 1, 'a', 5, 9000000000000)`,
  )
  await main.write((tx) => recordEndOfFormerNode(tx, 'b', 'c'))
  expect(await execute('select id from nodes order by id')).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }] as never)
  await main.write((tx) => recordEndOfFormerNode(tx, 'a', 'c'))
  expect(await execute('select id from nodes order by id')).toEqual([{ id: 'b' }, { id: 'c' }] as never)
  expect(await execute('select node, token, "expiresAt" from leases')).toEqual([
    { node: '', token: 5, expiresAt: 0 },
  ] as never)
  const directory = mkdtempSync(join(tmpdir(), 'balcao-node-'))
  expect(replaceNodeId(directory, 'a')).toBeNull()
  expect(replaceNodeId(directory, 'b')).toBe('a')
  rmSync(directory, { recursive: true })
  await stop()
})

test('a node that counts as ended claims nothing', async () => {
  const { nodes, put, kill, execute, stop } = await createJobNodes(() => {})
  const placesOf = () => ({ concurrency: 16, perGroup: 4 })
  const claim = () => claimJobs(nodes[0]!.store, { node: 'a', isShared: true, placesOf })
  await put(...farewells(2))
  await kill('a')
  expect(await claim()).toEqual([])
  await execute(`update nodes set "beatAt" = 9000000000000, state = 'leaving'`)
  expect(await claim()).toEqual([])
  await execute(`update nodes set state = 'serving'`)
  expect(await claim()).toHaveLength(2)
  await stop()
})

test('the end of a run that was released meanwhile changes nothing', async () => {
  const runs: string[] = []
  const ends = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
  const { nodes, put, rows, kill, execute, stop } = await createJobNodes(async (node) => {
    runs.push(node)
    await (runs.length === 1 ? ends.first.promise : ends.second.promise)
  })
  const [a, b] = nodes.map(({ loop }) => loop)
  await put([1, 'ticket.farewell', { messageId: 1 }])
  await a!.start()
  await until('a runs the job', () => runs.length === 1)
  // A node that counts as ended frees the runs of others, and claims nothing.
  for (const id of ['a', 'b']) await kill(id)
  await b!.start()
  await b!.stop()
  await execute('update nodes set "beatAt" = 9000000000000')
  a!.wake()
  await until('a runs the job again', () => runs.length === 2)
  ends.first.resolve()
  await Bun.sleep(50)
  expect(await rows()).toMatchObject([{ state: 'running', node: 'a', interrupted: 1 }])
  ends.second.resolve()
  await until('the job is done', async () => (await rows()).length === 0)
  await stop()
})

test('a claim that was stored although its answer was lost is undone', async () => {
  const ran: string[] = []
  const { nodes, put, rows, execute, stop } = await createJobNodes((node) => ran.push(node))
  await put([1, 'ticket.farewell', { messageId: 1 }])
  await execute(`update jobs set state = 'running', node = 'a', attempts = 1, "lockedAt" = '2020-01-01T00:00:00.000Z'`)
  await execute('delete from ready_groups')
  const [{ loop }] = nodes as [(typeof nodes)[0]]
  await loop.start()
  expect(await rows()).toMatchObject([{ state: 'running' }])
  await loop.releaseEnded()
  await until('the job has run', async () => (await rows()).length === 0)
  expect(ran).toEqual(['a'])
  await stop()
})

test('jobs over a connection run at the node that has its session, and anywhere while no node has it', async () => {
  const ran: string[] = []
  const { nodes, put, rows, execute, stop } = await createJobNodes((node, { payload }) => {
    ran.push(`${node}${idOf(payload)}`)
  })
  const [a, b] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
  await execute(
    `insert into connections (id, "companyId", name) overriding system value select n, 1, 'c' || n from generate_series(1, 3) n`,
  )
  await execute(`insert into leases ("companyId", "whatsappId", node, token, "expiresAt") values
    (1, 1, 'a', 1, 9000000000000), (1, 2, 'b', 1, 9000000000000), (1, 3, 'b', 1, 0)`)
  const deliver = (messageId: number, group: string): JobInput => [1, 'message.deliver', { messageId }, { group }]
  await put(deliver(1, 'wa:1'), deliver(2, 'wa:2'), deliver(3, 'wa:3'), deliver(4, 'wa:4'), deliver(5, ''))
  await a.loop.settle()
  expect(ran.toSorted()).toEqual(['a1', 'a3', 'a4', 'a5'])
  const runAt = new Date(Date.now() + 60_000)
  await put([1, 'message.deliver', { messageId: 6 }, { group: 'wa:2', runAt }])
  await execute('delete from ready_groups')
  await execute(
    `insert into ready_groups ("companyId", name, "groupKey", "readyAt") values (1, 'message.deliver', 'wa:2', $1)`,
    [runAt.toISOString()],
  )
  const msFor = (node: string) => msUntilDue(a.store.read, 3_600_000, { node, isShared: true })
  expect(await msFor('a')).toBe(3_600_000)
  expect(await msFor('b')).toBeLessThanOrEqual(60_000)
  await execute(`update ready_groups set "readyAt" = '2020-01-01T00:00:00.000Z'`)
  await b.loop.settle()
  expect(ran).toContain('b2')
  expect((await rows()).map(({ payload }) => idOf(JSON.parse(payload)))).toEqual([6])
  await stop()
})

test('a node that releases jobs of a company and one that enqueues jobs of it do not end each other', async () => {
  const { main, nodes, put, rows, execute, stop } = await createJobNodes(() => {})
  const [a, b] = nodes.map(({ store }) => store)
  const farewell = (group: string, waitsFor: string | null): JobInput => [1, 'ticket.farewell', {}, { group, waitsFor }]
  await put(farewell('0', 'event'), farewell('1', 'event'))
  let attempts = 0
  const isHalf = Promise.withResolvers<void>()
  const isReleasing = Promise.withResolvers<void>()
  const enqueues = a!.write(async (tx) => {
    attempts++
    const db = TenantDb.of(a!, 1 as CompanyId, tx)
    await enqueue(db, 'ticket.farewell', {}, { group: '1' })
    isHalf.resolve()
    await isReleasing.promise
    await enqueue(db, 'ticket.farewell', {}, { group: '0' })
  }, 1 as CompanyId)
  await isHalf.promise
  const release = releaseWaiting(b!, 'event', () => {})
  await Promise.race([release, Bun.sleep(300)])
  isReleasing.resolve()
  await Promise.all([enqueues, release])
  expect(attempts).toBe(1)
  expect((await rows()).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready'])
  expect(await main.read.first('select count(*) as n from ready_groups', [])).toEqual({ n: 2 })
  const [found] = await execute('select deadlocks from pg_stat_database where datname = current_database()')
  expect(found).toEqual({ deadlocks: 0 } as never)
  await stop()
})

test('three nodes run each job once, those of a lane in their order, and groups take equal turns', async () => {
  const companies = 20
  const ran: { company: number; n: number; lane: number }[] = []
  const active = new Set<string>()
  const overlaps: string[] = []
  const limits = { 'ticket.farewell': { concurrency: 16, perGroup: 4 } }
  const { nodes, put, rows, stop } = await createJobNodes(
    async (_, { companyId, payload }) => {
      const { n, lane } = payload as { n: number; lane: number }
      const key = `${companyId}/${lane}`
      if (active.has(key)) overlaps.push(key)
      active.add(key)
      ran.push({ company: companyId, n, lane })
      await Promise.resolve()
      active.delete(key)
    },
    { nodes: 3, companies, limits },
  )
  const each = sizeOf({ everyday: 40, full: 400 })
  const backlog = companies * each
  const job = (company: number, n: number): JobInput => {
    const lane = n % 10
    return [company, 'ticket.farewell', { n, lane }, { lane: `lane ${lane}` }]
  }
  await put(...Array.from({ length: backlog }, (_, n) => job(1, n)))
  for (let company = 2; company <= companies; company++)
    await put(...Array.from({ length: each }, (_, n) => job(company, n)))
  await Promise.all(nodes.map(({ loop }) => loop.start()))
  await until('all jobs have run', async () => (await rows()).length === 0, 500_000)
  expect(ran).toHaveLength(backlog + (companies - 1) * each)
  expect(overlaps).toEqual([])
  const lanes = Map.groupBy(ran, ({ company, lane }) => `${company}/${lane}`)
  for (const jobs of lanes.values())
    expect(jobs.map(({ n }) => n)).toEqual(jobs.map(({ n }) => n).toSorted((x, y) => x - y))
  const start = ran.slice(0, (companies * each) / 2)
  expect(start.filter(({ company }) => company === 1).length).toBeLessThan((each / 2) * 1.5)
  await stop()
}, 600_000)
