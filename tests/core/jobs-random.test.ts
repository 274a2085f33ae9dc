import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { RunEnding } from '../../src/core/jobs/ending'
import { cancelJob, enqueue } from '../../src/core/jobs/enqueue'
import { type JobOptions, NotYet, WaitFor } from '../../src/core/jobs/job'
import type { CompanyId } from '../../src/core/storage/schema'
import { TenantDb } from '../../src/core/storage/tenant'
import { createSeededRandom, SeededRandom } from '../crash/seeded-random'
import { sizeOf } from '../size'
import { JobModel } from './job-model'
import { createJobQueue, storeRunAgain } from './job-queue'

afterEach(() => void setSystemTime())

const limits = {
  'message.deliver': { concurrency: Number.POSITIVE_INFINITY, perGroup: 2, attempts: 3, interruptions: 1000 },
  'media.fetch': { concurrency: 3, perGroup: 2, attempts: 3, interruptions: 1000 },
  'push.send': { concurrency: 1, perGroup: 2, attempts: 3, interruptions: 1000 },
}
const names = Object.keys(limits) as (keyof typeof limits)[]
const companies = 3
const events = ['wa:1', 'wa:2']
const steps = 150

const master = createSeededRandom('jobs')
const seeds = Array.from({ length: sizeOf({ everyday: 8, full: 40 }) }, () => Math.floor(master.next() * 2 ** 31))

test.each(seeds)('random steps keep the rules of lanes, places and turns, and lose no job, seed %d', async (seed) => {
  const queue = await createCheckedQueue(new SeededRandom(seed))
  for (let step = 0; step < steps; step++) {
    await queue.step()
    await queue.waitUntilIdle()
  }
  await queue.drain()
  const left = queue.model.jobs.filter(({ state }) => state === 'idle' || state === 'running')
  expect(left.map(({ n }) => n)).toEqual([])
  const failed = queue.model.jobs.filter(({ state }) => state === 'parked').map(({ n }) => n)
  expect((await queue.rows()).map(({ state, payload }) => [state, JSON.parse(payload).n])).toEqual(
    failed.map((n) => ['failed', n]),
  )
  expect(await queue.store.read.kysely.selectFrom('ready_groups').selectAll().execute()).toEqual([])
})

/** Queue with a model that checks each start; a run ends when a step ends it. */
async function createCheckedQueue(chance: SeededRandom) {
  const model = new JobModel(limits)
  const runs = new Map<number, { ending: RunEnding; companyId: number; end(error?: Error): void }>()
  const problems: unknown[] = []
  const { store, rows, newLoop } = await createJobQueue(
    ({ payload, ending, companyId }) => {
      const { n } = payload as { n: number }
      try {
        model.start(n)
      } catch (error) {
        problems.push(error)
      }
      return new Promise<void>((resolve, reject) =>
        runs.set(n, { ending, companyId, end: (error) => (error ? reject(error) : resolve()) }),
      )
    },
    { companies },
  )
  let loop = newLoop(limits)
  await loop.start()

  const inTransaction = async (work: (db: (companyId: number) => TenantDb) => Promise<void>) => {
    await store.write((tx) => work((companyId) => TenantDb.of(store, companyId as CompanyId, tx)))
    loop.wake()
  }
  const advance = (ms: number) => setSystemTime(new Date(Date.now() + ms))

  /** Copies the times of retries, which contain a random part, from the rows to the model. */
  const readTimes = async () => {
    for (const { payload, runAt } of await rows()) {
      const job = model.jobs[JSON.parse(payload).n]
      if (job?.state === 'idle') job.runAt = runAt
    }
  }
  const waitUntilIdle = async () => {
    do for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
    while (Reflect.get(loop, 'isClaiming'))
    await readTimes()
    if (problems.length > 0) throw problems[0]
    model.checkIdle()
  }

  const put = () =>
    inTransaction(async (db) => {
      for (let count = chance.between(1, 6); count > 0; count--) {
        const companyId = Math.ceil(chance.between(0, companies))
        const name = chance.pick(names)
        const options = optionsFor(chance)
        const { n } = model.enqueue(companyId, name, options)
        await enqueue(db(companyId), name, { n }, options)
      }
    })
  const cancel = () =>
    inTransaction(async (db) => {
      const [companyId, name, key] = [Math.ceil(chance.between(0, companies)), chance.pick(names), chance.pick(keys)]
      model.cancel(companyId, name, key)
      await cancelJob(db(companyId), name, key)
    })
  const endRun = async (isGood = chance.happens(0.7)) => {
    const [n, run] = chance.pick([...runs]) ?? []
    if (n === undefined || !run) return
    runs.delete(n)
    const { end } = run
    const attempts = (await rows()).find(({ payload }) => JSON.parse(payload).n === n)?.attempts ?? 0
    const error = isGood ? undefined : chance.pick([new Error('no'), new NotYet(1), new WaitFor(chance.pick(events))])
    model.end(n, outcomeOf(error, attempts))
    end(error)
  }
  /** Ends a run in a transaction of its own, after which the job is due again. */
  const runAgain = async () => {
    const [n, run] = chance.pick([...runs]) ?? []
    if (n === undefined || !run) return
    runs.delete(n)
    const runAt = new Date(Date.now() + chance.pick([0, chance.between(1, 5000)]))
    const isStored = await storeRunAgain(store, run.companyId, run.ending, runAt)
    model.end(n, isStored ? { state: 'idle', begun: false, runAt: runAt.toISOString() } : { state: 'done' })
    run.end()
  }
  const endAny = () => (chance.happens(0.15) ? runAgain() : endRun())
  const release = async (event = chance.pick(events)) => {
    for (const job of model.jobs) if (job.waitsFor === event) job.waitsFor = null
    await loop.release(event)
  }
  const kill = async () => {
    await loop.stop(0)
    runs.clear()
    model.kill()
    loop = newLoop(limits)
    await loop.start()
  }
  const step = async () => {
    advance(chance.happens(0.1) ? chance.between(1000, 20_000) : 1 + chance.between(0, 20))
    const dice = chance.next()
    if (dice < 0.35) await put()
    else if (dice < 0.88) await endAny()
    else if (dice < 0.93) await release()
    else if (dice < 0.98) await cancel()
    else await kill()
    loop.wake()
  }
  const drain = async () => {
    for (const event of events) await release(event)
    do {
      for (const _ of [...runs]) await endRun(true)
      advance(3_600_000)
      loop.wake()
      await waitUntilIdle()
    } while (runs.size > 0)
    await loop.stop(0)
  }
  return { model, store, rows, step, waitUntilIdle, drain }
}

function outcomeOf(error: Error | undefined, attempts: number) {
  if (error === undefined) return { state: 'done' } as const
  if (error instanceof WaitFor) return { state: 'idle', waitsFor: error.event } as const
  // `readTimes` sets the time of the retry.
  return { state: error instanceof NotYet || attempts < 3 ? 'idle' : 'parked', runAt: '9' } as const
}

const keys = ['a', 'b']

function optionsFor(chance: SeededRandom): JobOptions {
  const runAt = chance.happens(0.2) ? new Date(Date.now() + chance.between(1, 5000)) : new Date()
  if (chance.happens(0.15)) return { key: chance.pick(keys), runAt }
  const lane = chance.happens(0.6) ? { lane: `${chance.pick(['x', 'y', 'z'])}` } : {}
  const group = chance.happens(0.5) ? { group: chance.pick(['g', 'h']) } : {}
  if (chance.happens(0.1)) return { ...lane, ...group, waitsFor: chance.pick(events) }
  return { ...lane, ...group, runAt }
}
