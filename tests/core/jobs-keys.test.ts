import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { cancelJob } from '../../src/core/jobs/enqueue'
import { NotYet } from '../../src/core/jobs/job'
import type { CompanyId } from '../../src/core/storage/schema'
import { TenantDb } from '../../src/core/storage/tenant'
import { jobQueue } from './job-queue'

afterEach(() => void setSystemTime())

const timer = { key: '7' }
const inAnHour = () => new Date(Date.now() + 3_600_000)
const advance = (seconds: number) => setSystemTime(new Date(Date.now() + seconds * 1000))

/** A queue whose runs are held until the test ends them. */
async function heldQueue() {
  const ran: unknown[] = []
  const ends: ((error?: Error) => void)[] = []
  const { store, newLoop, put, rows } = await jobQueue(({ payload }) => {
    ran.push((payload as { n: unknown }).n)
    return new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
  })
  const loop = newLoop()
  await loop.start()
  const enqueue = (n: unknown, options = {}, companyId = 1) =>
    put([companyId, 'schedule.send', { n }, { ...timer, ...options }]).then(loop.wake)
  const cancel = (key = '7') =>
    store.write((tx) => cancelJob(TenantDb.of(store, 1 as CompanyId, tx), 'schedule.send', key)).then(loop.wake)
  /** Resolves when the loop has nothing to do but to wait for runs. */
  const quiet = async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  const end = async (error?: Error) => {
    ends.shift()?.(error)
    await quiet()
  }
  return { store, ran, enqueue, cancel, quiet, end, rows, loop, newLoop }
}

test('a key replaces the job that waits for its time', async () => {
  const { enqueue, quiet, end, ran, rows } = await heldQueue()
  await enqueue('first', { runAt: inAnHour() })
  await enqueue('second', { runAt: inAnHour() })
  await enqueue('third')
  await quiet()
  await end()
  expect(ran).toEqual(['third'])
  expect(await rows()).toEqual([])
})

test('keys of other companies and other names are left alone', async () => {
  const { enqueue, rows } = await heldQueue()
  await enqueue('ours', { runAt: inAnHour() })
  await enqueue('theirs', { runAt: inAnHour() }, 2)
  await enqueue('another', { runAt: inAnHour(), key: '8' })
  expect(await rows()).toHaveLength(3)
})

test('a job enqueued while one of its key runs waits for it, and is doubled by no retry of it', async () => {
  const { enqueue, quiet, end, ran, rows } = await heldQueue()
  await enqueue('first')
  await quiet()
  await enqueue('second')
  await enqueue('third')
  await quiet()
  expect(ran).toEqual(['first'])
  await end(new NotYet(0))
  expect(ran).toEqual(['first', 'third'])
  await end()
  await quiet()
  expect(ran).toEqual(['first', 'third'])
  expect(await rows()).toEqual([])
})

test('a retry of a key is replaced like any job that waits', async () => {
  const { enqueue, quiet, end, ran, rows } = await heldQueue()
  await enqueue('first')
  await quiet()
  await end(new NotYet(60))
  await enqueue('second')
  await quiet()
  advance(120)
  await end()
  await quiet()
  expect(ran).toEqual(['first', 'second'])
  expect(await rows()).toEqual([])
})

test('a cancelled job never runs, and the next of its lane does', async () => {
  const { enqueue, cancel, quiet, end, ran, rows } = await heldQueue()
  await enqueue('head', { lane: 'a', runAt: inAnHour() })
  await enqueue('next', { lane: 'a', key: '8', runAt: inAnHour() })
  advance(7200)
  await cancel()
  await quiet()
  await end()
  expect(ran).toEqual(['next'])
  expect(await rows()).toEqual([])
})

test('a job cancelled while it runs is not tried again', async () => {
  const { enqueue, cancel, quiet, end, ran, rows } = await heldQueue()
  await enqueue('first')
  await quiet()
  await cancel()
  await end(new NotYet(0))
  await quiet()
  expect(ran).toEqual(['first'])
  expect(await rows()).toEqual([])
})

test('a job replaced while it runs is given up when the process is killed, its replacement runs', async () => {
  const { enqueue, quiet, ran, rows, loop, newLoop } = await heldQueue()
  await enqueue('first')
  await quiet()
  await enqueue('second')
  await loop.stop(0)
  const next = newLoop()
  await next.start()
  await quiet()
  expect(ran).toEqual(['first', 'second'])
  expect(await rows()).toMatchObject([{ payload: '{"n":"second"}', state: 'running', interrupted: 0 }])
  await next.stop(0)
})
