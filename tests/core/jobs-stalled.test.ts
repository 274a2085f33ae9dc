import { expect, test } from 'bun:test'
import type { StalledJobs } from '../../src/core/jobs/release'
import { listStalled, stalledError } from '../../src/core/jobs/stalled'
import { createJobQueue, type Run } from './job-queue'

const previews = { 'message.preview': { concurrency: 8, perGroup: 8 } }

/** Jobs with these ids were running when the last process ended. */
async function interrupted(ids: number[], run: Run, { lane, handler = {} }: { lane?: string; handler?: object } = {}) {
  const queue = await createJobQueue(run)
  for (const messageId of ids)
    await queue.put([1, 'message.preview', { messageId }, lane === undefined ? {} : { lane }])
  await queue.store.write(({ kysely }) =>
    kysely
      .updateTable('jobs')
      .set({ state: 'running', node: 'last', lockedAt: 'then', attempts: 1 })
      .where('state', '=', 'ready')
      .execute(),
  )
  const jobs = queue.newLoop({ 'message.preview': { ...previews['message.preview'], ...handler } })
  const start = async (stalled: StalledJobs) => {
    await jobs.start(stalled)
    await until(async () => (await queue.rows()).every(({ state }) => state === 'failed'))
    await jobs.stop()
  }
  return { ...queue, jobs, start }
}

async function until(look: () => Promise<boolean>) {
  while (!(await look())) await Bun.sleep(1)
}
const idOf = (job: Parameters<Run>[0]) => (job.payload as { messageId: number }).messageId

test('a culprit is parked without a run, and the other interrupted jobs run', async () => {
  const ran: number[] = []
  const { start, rows, store } = await interrupted([11, 12, 13], (job) => ran.push(idOf(job)))
  await start({ culprits: [2], suspects: [] })
  expect(ran.sort()).toEqual([11, 13])
  expect(await rows()).toMatchObject([{ id: 2, state: 'failed', lastError: stalledError, node: null, lockedAt: null }])
  expect(await listStalled(store.read, '2000')).toMatchObject([{ id: 2, companyId: 1, name: 'message.preview' }])
})

test('the handler of a culprit learns that it was parked', async () => {
  const parked: number[] = []
  const handler = { parked: async (_: unknown, { messageId }: { messageId: number }) => parked.push(messageId) }
  const { start } = await interrupted([11], () => {}, { handler })
  await start({ culprits: [1], suspects: [] })
  expect(parked).toEqual([11])
})

test('the lane of a parked culprit goes on with its next job', async () => {
  const ran: number[] = []
  const { start } = await interrupted([11, 12], (job) => ran.push(idOf(job)), { lane: 'ticket' })
  await start({ culprits: [1], suspects: [] })
  expect(ran).toEqual([12])
})

test('a culprit that waits for its next attempt is parked as well', async () => {
  const ran: number[] = []
  const { start, store } = await interrupted([11], (job) => ran.push(idOf(job)))
  await store.write(({ kysely }) => kysely.updateTable('jobs').set({ state: 'ready', node: null }).execute())
  await start({ culprits: [1], suspects: [] })
  expect(ran).toEqual([])
})

test.each<[string, StalledJobs['suspects']]>([
  ['named suspects', [1, 2, 3]],
  ['all interrupted jobs as suspects', 'all'],
])('%s run one at a time, each once, beside a job that is none', async (_, suspects) => {
  const log: string[] = []
  const { start, put } = await interrupted([11, 12, 13], async (job) => {
    log.push(`begin ${idOf(job)}`)
    if (idOf(job) < 20) await Bun.sleep(5)
    log.push(`end ${idOf(job)}`)
  })
  await put([2, 'message.preview', { messageId: 21 }])
  await start({ culprits: [], suspects })
  expect(log.filter((line) => !line.includes('21'))).toEqual([11, 12, 13].flatMap((id) => [`begin ${id}`, `end ${id}`]))
  expect(log).toContain('end 21')
})

test('a suspect that is cancelled before its turn does not hold up the next one', async () => {
  const ran: number[] = []
  const { store, start } = await interrupted([11, 12, 13], async (job) => {
    ran.push(idOf(job))
    await store.write(({ kysely }) => kysely.deleteFrom('jobs').where('id', '=', 2).execute())
  })
  await start({ culprits: [], suspects: 'all' })
  expect(ran).toEqual([11, 13])
})

test('of jobs claimed together each begins when the one before waits', async () => {
  const log: string[] = []
  const { put, newLoop } = await createJobQueue(async (job) => {
    for (let step = 1; step <= 3; step++) {
      log.push(`${idOf(job)}.${step}`)
      await null
    }
  })
  for (const messageId of [1, 2]) await put([1, 'message.preview', { messageId }])
  await newLoop(previews).settle()
  expect(log).toEqual(['1.1', '1.2', '1.3', '2.1', '2.2', '2.3'])
})
