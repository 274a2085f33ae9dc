import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { enqueue } from '../../src/core/jobs/enqueue'
import { type JobHandlers, type JobOptions, NotYet, WaitFor } from '../../src/core/jobs/job'
import { JobLoop } from '../../src/core/jobs/loop'
import { msUntilDue } from '../../src/core/jobs/next-due'
import type { Scope } from '../../src/core/scope'
import type { CompanyId } from '../../src/core/storage/schema'
import { TenantDb } from '../../src/core/storage/tenant'
import { openMigrated } from '../migrated'

afterEach(() => void setSystemTime())

type Run = (id: number, attempt: number) => Promise<unknown> | unknown

async function createLoop(run: Run, options: Partial<JobHandlers['message.deliver']> = {}) {
  const store = await openMigrated()
  const plan = { name: 'p', users: 1, connections: 1, queues: 1, value: 0 } as never
  const company = { name: 'acme', email: '', phone: '', planId: 1, dueDate: '2099-01-01', trialExpiration: null }
  await store.write(async ({ kysely }) => {
    await kysely.insertInto('plans').values(plan).execute()
    await kysely.insertInto('companies').values(company).execute()
  })
  const db = TenantDb.of(store, 1 as CompanyId)
  const handler = {
    run: async (_: Scope, { messageId }: { messageId: number }, { number }: { number: number }) =>
      run(messageId, number),
  }
  const handlers = { 'message.deliver': { ...handler, ...options } } as unknown as JobHandlers
  const jobs = new JobLoop(store, handlers, () => ({}) as Scope)
  const put = (messageId: number, options?: JobOptions) =>
    db.transaction(async (tx) => enqueue(tx, 'message.deliver', { messageId }, options))
  const rows = () => store.read.kysely.selectFrom('jobs').selectAll().orderBy('id').execute()
  return { store, jobs, put, rows }
}

const advance = (seconds: number) => setSystemTime(new Date(Date.now() + seconds * 1000))

test('a job runs once and its row is deleted', async () => {
  const ran: number[] = []
  const { jobs, put, rows } = await createLoop((id) => ran.push(id))
  await put(1)
  await jobs.settle()
  await jobs.settle()
  expect(ran).toEqual([1])
  expect(await rows()).toEqual([])
})

test('jobs of one lane run one at a time in order, jobs of two lanes run concurrently', async () => {
  const ran: string[] = []
  const otherLane = Promise.withResolvers<void>()
  const { jobs, put } = await createLoop(async (id) => {
    ran.push(`start ${id}`)
    if (id === 1) await otherLane.promise
    if (id === 3) otherLane.resolve()
    ran.push(`end ${id}`)
  })
  await put(1, { lane: 'a' })
  await put(2, { lane: 'a' })
  await put(3, { lane: 'b' })
  await jobs.settle()
  const ofA = ran.filter((line) => !line.endsWith('3'))
  expect(ofA).toEqual(['start 1', 'end 1', 'start 2', 'end 2'])
  expect(ran.indexOf('start 3')).toBeLessThan(ran.indexOf('end 1'))
})

test('a failing job holds its lane, is retried, and is parked after its last attempt', async () => {
  const ran: number[] = []
  let parked = 0
  const fails = (id: number) => {
    ran.push(id)
    if (id === 1) throw new Error('no')
  }
  const { jobs, put, rows } = await createLoop(fails, { attempts: 2, backoffSeconds: 10, parked: async () => parked++ })
  await put(1, { lane: 'a' })
  await put(2, { lane: 'a' })
  await jobs.settle()
  expect(ran).toEqual([1])
  advance(60)
  await jobs.settle()
  expect(ran).toEqual([1, 1, 2])
  expect(parked).toBe(1)
  expect(await rows()).toMatchObject([{ attempts: 2, lockedAt: null, lastError: 'Error: no' }])
})

test('the pause after a failure doubles, is spread by 30 %, and is based on at most an hour', async () => {
  setSystemTime(new Date('2026-11-25T12:00:00.000Z'))
  const { jobs, put, rows } = await createLoop(
    () => {
      throw new Error('no')
    },
    { attempts: 20, backoffSeconds: 600 },
  )
  await put(1)
  const pauses: number[] = []
  for (let failure = 0; failure < 6; failure++) {
    await jobs.settle()
    pauses.push((Date.parse((await rows())[0]?.runAt ?? '') - Date.now()) / 1000)
    advance(2 * 3600)
  }
  for (const [at, base] of [600, 1200, 2400, 3600, 3600, 3600].entries()) {
    expect(pauses[at]).toBeGreaterThan(base * 0.7 - 60) // the clock runs meanwhile
    expect(pauses[at]).toBeLessThanOrEqual(base * 1.3)
  }
})

test('a job that throws NotYet is retried without counting an attempt and keeps its place in the lane', async () => {
  const ran: number[] = []
  let open = false
  const waits = (id: number) => {
    if (!open) throw new NotYet(30)
    ran.push(id)
  }
  const { jobs, put, rows } = await createLoop(waits, { attempts: 2 })
  await put(1, { lane: 'a' })
  await put(2, { lane: 'a' })
  for (let i = 0; i < 5; i++) {
    await jobs.settle()
    advance(31)
  }
  expect((await rows()).map(({ attempts, failedAt }) => [attempts, failedAt])).toEqual([
    [1, null],
    [0, null],
  ])
  open = true
  await jobs.settle()
  expect(ran).toEqual([1, 2])
})

test('a job that throws WaitFor runs after the event is released, before younger jobs of its lane', async () => {
  const ran: number[] = []
  let open = false
  const waits = (id: number) => {
    if (!open && id !== 4) throw new WaitFor('wa:7')
    ran.push(id)
  }
  const { jobs, put, rows } = await createLoop(waits)
  await put(1, { lane: 'a' })
  await put(2, { lane: 'a', waitsFor: 'wa:7' })
  await put(3, { lane: 'a' })
  await put(4, { lane: 'b' })
  await jobs.settle()
  expect(ran).toEqual([4])
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([0, 0, 0])
  expect(await jobs.awaited('')).toEqual(['wa:7'])
  expect(await jobs.awaited('wa:')).toEqual(['wa:7'])
  expect(await jobs.awaited('up:')).toEqual([])
  expect(await jobs.awaited('wb:')).toEqual([])
  expect([await jobs.isAwaited('wa:7'), await jobs.isAwaited('wa:8')]).toEqual([true, false])
  open = true
  await jobs.release('wa:7')
  await jobs.settle()
  expect(ran).toEqual([4, 1, 2, 3])
})

test('a job due tomorrow does not delay a due job of its lane', async () => {
  const ran: number[] = []
  const { jobs, put } = await createLoop((id) => ran.push(id))
  await put(1, { lane: 'a', runAt: new Date(Date.now() + 86_400_000) })
  await put(2, { lane: 'a' })
  await jobs.settle()
  expect(ran).toEqual([2])
})

/** A job that was running when the process ended for the time `interruptions + 1`, and the loop that starts then. */
async function interruptedTimes(interruptions: number, lastError: string | null) {
  const ran: number[] = []
  const { store, jobs, put, rows } = await createLoop((id) => ran.push(id), { interruptions: 3 })
  await put(1)
  await store.write(({ kysely }) =>
    kysely
      .updateTable('jobs')
      .set({ state: 'running', lockedAt: 'then', attempts: 1, interrupted: interruptions, lastError })
      .execute(),
  )
  await jobs.start()
  await jobs.settle()
  return { ran, jobs, rows }
}

test('a job that failed and was interrupted as often as `interruptions` allows is parked', async () => {
  setSystemTime(Date.now())
  const { ran, jobs, rows } = await interruptedTimes(2, 'Error: once')
  setSystemTime(Date.now() + 1500)
  await jobs.settle()
  expect(ran).toEqual([])
  expect(await rows()).toMatchObject([{ failedAt: expect.any(String) }])
})

test.each([
  [1, 0],
  [2, 1],
  [3, 2],
  [6, 16],
  [60, 3600],
])('a job that never failed runs again after %i interruptions before the last, %i s later', async (times, seconds) => {
  setSystemTime(Date.now())
  const { ran, jobs, rows } = await interruptedTimes(times, null)
  if (seconds > 0) {
    expect([ran, (await rows()).map(({ failedAt }) => failedAt)]).toEqual([[], [null]])
    setSystemTime(Date.now() + seconds * 1000 - 500)
    await jobs.settle()
    expect(ran).toEqual([])
    setSystemTime(Date.now() + 1000)
    await jobs.settle()
  }
  expect(ran).toEqual([1])
  expect(await rows()).toEqual([])
})

test('a run beyond `timeoutSeconds` fails', async () => {
  const { jobs, put, rows } = await createLoop(() => new Promise(() => {}), { timeoutSeconds: 0.02, attempts: 1 })
  await put(1)
  await jobs.settle()
  expect(await rows()).toMatchObject([{ lastError: 'Error: cut after 0.02 s', failedAt: expect.any(String) }])
})

test('a loop without due jobs claims again when the next job becomes due', async () => {
  const { promise: ran, resolve } = Promise.withResolvers<number>()
  const { jobs, put } = await createLoop(() => resolve(Date.now()))
  const runAt = new Date(Date.now() + 150)
  await put(1, { runAt })
  await jobs.start()
  const late = (await ran) - runAt.getTime()
  await jobs.stop()
  expect(late).toBeGreaterThanOrEqual(0)
})

test('the wait for the next job lasts until it is due, and at most as long as asked', async () => {
  const { store, put } = await createLoop(() => {})
  setSystemTime(Date.now())
  expect(await msUntilDue(store.read, 1000, { node: 'a node', isShared: false })).toBe(1000)
  await put(1, { runAt: new Date(Date.now() + 5000) })
  expect(await msUntilDue(store.read, 1000, { node: 'a node', isShared: false })).toBe(1000)
  await put(2, { runAt: new Date(Date.now() + 150) })
  expect(await msUntilDue(store.read, 1000, { node: 'a node', isShared: false })).toBe(150)
})
