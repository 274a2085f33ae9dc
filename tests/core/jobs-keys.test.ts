import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { RunEnding } from '../../src/core/jobs/ending'
import { cancelJob } from '../../src/core/jobs/enqueue'
import { NotYet } from '../../src/core/jobs/job'
import type { CompanyId } from '../../src/core/storage/schema'
import { TenantDb } from '../../src/core/storage/tenant'
import { until } from '../until'
import { createJobQueue, storeFinish, storeRunAgain } from './job-queue'

afterEach(() => void setSystemTime())

const timer = { key: '7' }
const inAnHour = () => new Date(Date.now() + 3_600_000)
const advance = (seconds: number) => setSystemTime(new Date(Date.now() + seconds * 1000))

/** Queue whose runs end when the test calls `end`; `ran` lists the started ones. */
async function createHeldQueue() {
  const ran: unknown[] = []
  const ends: ((error?: Error) => void)[] = []
  const endings: RunEnding[] = []
  const { store, newLoop, put, rows } = await createJobQueue(({ payload, ending }) => {
    endings.push(ending)
    ran.push((payload as { n: unknown }).n)
    return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
  })
  const loop = newLoop()
  await loop.start()
  const enqueue = (n: unknown, options = {}, companyId = 1) =>
    put([companyId, 'schedule.send', { n }, { ...timer, ...options }]).then(loop.wake)
  const cancel = (key = '7') =>
    store.write((tx) => cancelJob(TenantDb.of(store, 1 as CompanyId, tx), 'schedule.send', key)).then(loop.wake)
  let ended = 0
  /** Waits until each due job has begun and the end of each ended run is stored. */
  const waitUntilIdle = async () => {
    await until('no due job', async () => {
      const all = await rows()
      const running = all.filter(({ state }) => state === 'running')
      const isDue = all.some(({ state, runAt }) => state === 'ready' && Date.parse(runAt) <= Date.now())
      return !isDue && running.length <= ran.length - ended
    })
  }
  const end = async (error?: Error) => {
    const endRun = ends.shift()
    if (endRun) ended++
    endRun?.(error)
    await waitUntilIdle()
  }
  const runAgain = (runAt: Date) => storeRunAgain(store, 1, endings.at(-1) as RunEnding, runAt)
  const finish = () => storeFinish(store, 1, endings.at(-1) as RunEnding)
  return { store, runAgain, finish, ran, enqueue, cancel, waitUntilIdle, end, rows, loop, newLoop }
}

test('enqueueing a key again replaces its waiting job', async () => {
  const { enqueue, waitUntilIdle, end, ran, rows } = await createHeldQueue()
  await enqueue('first', { runAt: inAnHour() })
  await enqueue('second', { runAt: inAnHour() })
  await enqueue('third')
  await waitUntilIdle()
  await end()
  expect(ran).toEqual(['third'])
  expect(await rows()).toEqual([])
})

test('enqueueing a key again while its job waits for the same event replaces it in its row', async () => {
  const { enqueue, waitUntilIdle, end, ran, rows, loop } = await createHeldQueue()
  await enqueue('first', { waitsFor: 'backlog:1' })
  const [first] = await rows()
  await enqueue('second', { waitsFor: 'backlog:1' })
  expect(await rows()).toMatchObject([{ id: first!.id, state: 'waiting', payload: '{"n":"second"}' }])
  await loop.release('backlog:1')
  await waitUntilIdle()
  await end()
  expect(ran).toEqual(['second'])
  expect(await rows()).toEqual([])
})

test('enqueueing a key again with another event, group or lane replaces its waiting job by another row', async () => {
  const { enqueue, rows } = await createHeldQueue()
  await enqueue(0, { waitsFor: 'one' })
  const ids: number[] = []
  for (const options of [
    { waitsFor: 'another' },
    { waitsFor: 'another', group: 'g' },
    { waitsFor: 'another', lane: 'l' },
    {},
  ]) {
    await enqueue(1, { ...options, runAt: inAnHour() })
    ids.push(...(await rows()).map(({ id }) => id))
  }
  expect(new Set(ids).size).toBe(4)
})

test('a job enqueued while one of its key runs is replaced in its row while it waits behind it', async () => {
  const { enqueue, waitUntilIdle, end, ran, rows, loop } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  await enqueue('second', { waitsFor: 'backlog:1' })
  await enqueue('third', { waitsFor: 'backlog:1' })
  expect(await rows()).toHaveLength(2)
  await end()
  await loop.release('backlog:1')
  await waitUntilIdle()
  await end()
  expect(ran).toEqual(['first', 'third'])
  expect(await rows()).toEqual([])
})

test('jobs with the same key in another company, or with another key, are not replaced', async () => {
  const { enqueue, rows } = await createHeldQueue()
  await enqueue('ours', { runAt: inAnHour() })
  await enqueue('theirs', { runAt: inAnHour() }, 2)
  await enqueue('another', { runAt: inAnHour(), key: '8' })
  expect(await rows()).toHaveLength(3)
})

test('a job enqueued while one of its key runs starts after it, and the running one is not retried', async () => {
  const { enqueue, waitUntilIdle, end, ran, rows } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  await enqueue('second')
  await enqueue('third')
  await waitUntilIdle()
  expect(ran).toEqual(['first'])
  await end(new NotYet(0))
  expect(ran).toEqual(['first', 'third'])
  await end()
  await waitUntilIdle()
  expect(ran).toEqual(['first', 'third'])
  expect(await rows()).toEqual([])
})

test('a job that waits for its retry is replaced by a new job of its key', async () => {
  const { enqueue, waitUntilIdle, end, ran, rows } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  await end(new NotYet(60))
  await enqueue('second')
  await waitUntilIdle()
  advance(120)
  await end()
  await waitUntilIdle()
  expect(ran).toEqual(['first', 'second'])
  expect(await rows()).toEqual([])
})

test('a cancelled head of a lane does not run, and the next job of the lane does', async () => {
  const { enqueue, cancel, waitUntilIdle, end, ran, rows } = await createHeldQueue()
  await enqueue('head', { lane: 'a', runAt: inAnHour() })
  await enqueue('next', { lane: 'a', key: '8', runAt: inAnHour() })
  advance(7200)
  await cancel()
  await waitUntilIdle()
  await end()
  expect(ran).toEqual(['next'])
  expect(await rows()).toEqual([])
})

test('a job cancelled during its run is not retried', async () => {
  const { enqueue, cancel, waitUntilIdle, end, ran, rows } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  await cancel()
  await end(new NotYet(0))
  await waitUntilIdle()
  expect(ran).toEqual(['first'])
  expect(await rows()).toEqual([])
})

test('a job replaced during its run is dropped when the process ends, and its replacement runs', async () => {
  const { enqueue, waitUntilIdle, ran, rows, loop, newLoop } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  await enqueue('second')
  await loop.stop(0)
  const next = newLoop()
  await next.start()
  await waitUntilIdle()
  expect(ran).toEqual(['first', 'second'])
  expect(await rows()).toMatchObject([{ payload: '{"n":"second"}', state: 'running', interrupted: 0 }])
  await next.stop(0)
})

test('a run that stores its own end is due again in its row, with all attempts', async () => {
  const { enqueue, waitUntilIdle, runAgain, end, ran, rows } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  await end(new NotYet(0))
  await waitUntilIdle()
  const [before] = await rows()
  expect(await runAgain(inAnHour())).toBe(true)
  await end()
  expect(await rows()).toMatchObject([{ id: before!.id, state: 'ready', attempts: 0, node: null }])
  expect(ran).toEqual(['first', 'first'])
  advance(7200)
  await enqueue('another', { key: '8', runAt: inAnHour() })
  await waitUntilIdle()
  expect(ran).toEqual(['first', 'first', 'first'])
})

test('a run that has stored its own end and fails afterwards changes nothing more', async () => {
  const { enqueue, waitUntilIdle, runAgain, end, rows } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  const runAt = inAnHour()
  await runAgain(runAt)
  await end(new Error('too late'))
  expect(await rows()).toMatchObject([{ state: 'ready', runAt: runAt.toISOString(), attempts: 0, lastError: null }])
})

test.each(['enqueued again', 'cancelled'])('a run whose key was %s cannot store its own end', async (change) => {
  const { enqueue, cancel, waitUntilIdle, runAgain, end, ran, rows } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  await (change === 'cancelled' ? cancel() : enqueue('second'))
  expect(await runAgain(inAnHour())).toBe(false)
  await end()
  await end()
  expect(ran).toEqual(change === 'cancelled' ? ['first'] : ['first', 'second'])
  expect(await rows()).toEqual([])
})

test('a run in a lane of several jobs cannot store its own end', async () => {
  const { enqueue, waitUntilIdle, runAgain, end, ran } = await createHeldQueue()
  await enqueue('first', { lane: 'a' })
  await enqueue('second', { lane: 'a', key: '8' })
  await waitUntilIdle()
  expect(await runAgain(inAnHour())).toBe(false)
  await end()
  expect(ran).toEqual(['first', 'second'])
})

test('a run that stores its end leaves no job, and the place of its group is free', async () => {
  const { enqueue, waitUntilIdle, finish, end, ran, rows } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  expect(await finish()).toBe(true)
  expect(await rows()).toEqual([])
  await enqueue('second')
  await end(new Error('after its end'))
  await waitUntilIdle()
  expect(ran).toEqual(['first', 'second'])
  expect(await rows()).toMatchObject([{ state: 'running', payload: '{"n":"second"}' }])
})

test('a run whose key was enqueued meanwhile, or that runs again, does not store its end, and the next job runs', async () => {
  const { enqueue, waitUntilIdle, finish, runAgain, end, ran, rows } = await createHeldQueue()
  await enqueue('first')
  await waitUntilIdle()
  await enqueue('second')
  expect(await finish()).toBe(false)
  await end()
  expect(ran).toEqual(['first', 'second'])
  expect(await runAgain(inAnHour())).toBe(true)
  expect(await finish()).toBe(false)
  await end()
  expect(await rows()).toMatchObject([{ state: 'ready', payload: '{"n":"second"}' }])
})
