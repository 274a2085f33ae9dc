import { expect, test } from 'bun:test'
import type { Platform } from '../../../src/core/scope'
import type { Handle, Store } from '../../../src/core/storage/db'
import { startRun } from '../../../src/persistent-interval'
import { onEldest } from '../../../src/scheduled-tasks'
import { createJobNodes } from './job-nodes'

const platformOn = (store: Store) =>
  ({
    db: store.read.kysely,
    transaction: <R>(work: (platform: Platform) => Promise<R>) =>
      store.write(({ kysely }: Handle) => work({ db: kysely } as Platform)),
  }) as Platform

test('a task of the installation runs at the living node that started first, and at the next one after its end', async () => {
  const ran: string[] = []
  const { nodes, kill, execute, stop } = await createJobNodes(() => {}, { nodes: 3 })
  const task = onEldest(async (parts: { store: Store; cluster: { node: string } }) => ran.push(parts.cluster.node))
  const everywhere = () =>
    Promise.all(nodes.map(({ id, store }) => task({ store, cluster: { node: id } }, {} as Platform)))
  await everywhere()
  expect(ran.splice(0)).toEqual(['a'])
  await kill('a')
  await everywhere()
  expect(ran.splice(0)).toEqual(['b'])
  await execute(`update nodes set state = 'leaving' where id = 'b'`)
  await everywhere()
  expect(ran.splice(0)).toEqual(['c'])
  await execute('delete from nodes')
  await everywhere()
  expect(ran.toSorted()).toEqual(['a', 'b', 'c'])
  await stop()
})

test('of several nodes one starts the run of a rare task in each interval', async () => {
  const hour = 3_600_000
  const { nodes, stop } = await createJobNodes(() => {}, { nodes: 3 })
  const platforms = nodes.map(({ store }) => platformOn(store))
  const now = Date.now()
  for (const time of [now, now + hour, now + 3 * hour]) {
    const started = await Promise.all(platforms.map((platform, n) => startRun(platform, 'sweep', hour, time + n)))
    expect(started.filter(Boolean)).toHaveLength(1)
  }
  const [first] = platforms as [Platform]
  expect(await startRun(first, 'sweep', hour, now + 3.5 * hour)).toBe(false)
  // The clock has been set back by a day: the stored start counts no longer.
  expect(await startRun(first, 'sweep', hour, now - 24 * hour)).toBe(true)
  await stop()
})
