import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { enqueue } from '../../src/core/jobs/enqueue'
import { enqueueMany, type ListedJob } from '../../src/core/jobs/enqueue-many'
import type { CompanyId } from '../../src/core/storage/schema'
import { TenantDb } from '../../src/core/storage/tenant'
import { createInstallation } from '../installation'
import { sizeOf } from '../size'

const events = [null, 'backlog:1', 'backlog:2'] as const
const earlier = fc.record({
  key: fc.nat({ max: 3 }),
  waitsFor: fc.constantFrom(...events),
  state: fc.constantFrom('waits', 'waits', 'runs'),
  isLater: fc.boolean(),
})
const states = fc.record({
  earlier: fc.array(earlier, { maxLength: 8 }),
  keys: fc.uniqueArray(fc.nat({ max: 5 }), { minLength: 1, maxLength: 6 }),
  unkeyed: fc.nat({ max: 3 }),
  waitsFor: fc.constantFrom(...events),
})
type States = typeof states extends fc.Arbitrary<infer S> ? S : never

test('enqueueMany leaves the jobs that enqueue leaves for each', async () => {
  const property = fc.asyncProperty(states, async (given) => {
    const { waitsFor } = given
    const one = await jobsAfter(given, async (db, jobs) => {
      for (const { payload, key } of jobs) await enqueue(db, 'bot.turn', payload, { ...(key && { key }), waitsFor })
    })
    const many = await jobsAfter(given, (db, jobs) => enqueueMany(db, 'bot.turn', jobs, { waitsFor }))
    expect(many).toEqual(one)
  })
  await fc.assert(property, { numRuns: sizeOf({ everyday: 60, full: 1000 }) })
})

/** Jobs and groups after earlier jobs and the list; without ids, and with times as past or future. */
async function jobsAfter(
  { earlier, keys, unkeyed }: States,
  add: (db: TenantDb, jobs: ListedJob[]) => Promise<unknown>,
) {
  const { store } = await createInstallation()
  const db = TenantDb.of(store, 1 as CompanyId)
  await db.transaction(async (tx) => {
    for (const [n, { key, waitsFor, state, isLater }] of earlier.entries()) {
      const runAt = new Date(Date.now() + (isLater ? 3_600_000 : -1000))
      await enqueue(tx, 'bot.turn', { earlier: n }, { key: `${key}`, waitsFor, runAt })
      if (state === 'runs')
        await tx
          .update('jobs')
          .set({ state: 'running', attempts: 1 })
          .where('key', '=', `${key}`)
          .where('state', '=', 'ready')
          .execute()
    }
    const jobs = keys.map((key) => ({ payload: { key }, key: `${key}` }))
    await add(tx, [...jobs, ...Array.from({ length: unkeyed }, (_, n) => ({ payload: { unkeyed: n } }))])
  })
  const soon = new Date(Date.now() + 60_000).toISOString()
  const when = (time: string) => (time > soon ? 'later' : 'now')
  const jobs = await db.select('jobs').selectAll().orderBy('payload').execute()
  const groups = await db.select('ready_groups').selectAll().execute()
  return {
    jobs: jobs.map(({ id, runAt, lockedAt, createdAt, ...job }) => ({ ...job, runAt: when(runAt) })),
    groups: groups.map(({ readyAt, ...group }) => ({ ...group, readyAt: when(readyAt) })),
  }
}
