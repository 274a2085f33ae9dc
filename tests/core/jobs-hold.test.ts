import { expect, test } from 'bun:test'
import { holdGroup } from '../../src/core/jobs/hold'
import type { CompanyId } from '../../src/core/storage/schema'
import { TenantDb } from '../../src/core/storage/tenant'
import { createJobQueue } from './job-queue'

const name = 'webhook.deliver' as const
const inAnHour = () => new Date(Date.now() + 3_600_000)

test('the ready jobs of a held group wait for the event; other groups and companies run', async () => {
  const ran: unknown[] = []
  const { store, put, rows, newLoop } = await createJobQueue(({ payload }) => ran.push((payload as { n: string }).n))
  await put(
    [1, name, { n: 'held' }, { group: 'webhook:1' }],
    [1, name, { n: 'held, in a lane' }, { group: 'webhook:1', lane: 'a' }],
    [1, name, { n: 'behind it' }, { group: 'webhook:1', lane: 'a' }],
    [1, name, { n: 'held, later' }, { group: 'webhook:1', runAt: inAnHour() }],
    [1, name, { n: 'beside' }, { group: 'webhook:2' }],
    [2, name, { n: 'theirs' }, { group: 'webhook:1' }],
  )
  await store.write((tx) => holdGroup(TenantDb.of(store, 1 as CompanyId, tx), { name, groupKey: 'webhook:1' }, 'up:1'))
  const loop = newLoop()
  await loop.settle()
  expect(ran.sort()).toEqual(['beside', 'theirs'])
  expect((await rows()).map(({ state, waitsFor }) => `${state} ${waitsFor}`)).toEqual([
    ...['waiting up:1', 'waiting up:1', 'queued null', 'waiting up:1'],
  ])
  ran.length = 0
  await loop.release('up:1')
  await loop.settle()
  expect(ran.sort()).toEqual(['behind it', 'held', 'held, in a lane'])
})

test('a job enqueued after the hold runs', async () => {
  const ran: unknown[] = []
  const { store, put, newLoop } = await createJobQueue(({ payload }) => ran.push((payload as { n: string }).n))
  await put([1, name, { n: 'held' }, { group: 'webhook:1' }])
  await store.write((tx) => holdGroup(TenantDb.of(store, 1 as CompanyId, tx), { name, groupKey: 'webhook:1' }, 'up:1'))
  await put([1, name, { n: 'new' }, { group: 'webhook:1' }])
  await newLoop().settle()
  expect(ran).toEqual(['new'])
})
