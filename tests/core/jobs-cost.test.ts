import { expect, test } from 'bun:test'
import { claimJobs } from '../../src/core/jobs/claim'
import type { ClaimedJob } from '../../src/core/jobs/claimant'
import { countDue, maxCounted, oldestDueSeconds } from '../../src/core/jobs/figures'
import type { JobOptions } from '../../src/core/jobs/job'
import { storeOutcomes } from '../../src/core/jobs/outcome'
import { OutcomeBatches } from '../../src/core/jobs/outcome-batches'
import type { CompanyId } from '../../src/core/storage/schema'
import type { SqliteStore } from '../../src/core/storage/sqlite/store'
import { TenantDb } from '../../src/core/storage/tenant'
import { createJobQueue, type JobInput } from './job-queue'

const placesOf = () => ({ concurrency: 16, perGroup: 4 })
const claim = (store: SqliteStore, lastName?: string) => claimJobs(store, { node: 'a node', placesOf, lastName })

/** Name of a backlog, and the options of its job `n`. */
const backlogs: [string, (n: number) => JobOptions][] = [
  ['one lane', () => ({ lane: 'wa:1/ticket:1' })],
  ['as many lanes', (n) => ({ lane: `wa:1/ticket:${n}` })],
  ['no lane', () => ({})],
  ['ten groups', (n) => ({ group: `wa:${n % 10}` })],
  ['as many keys due tomorrow', (n) => ({ key: `${n}`, runAt: new Date(Date.now() + 86_400_000) })],
]

test.each(backlogs)('a claim beside %s runs as many statements for 10,000 jobs as for 1,000', async (_, options) => {
  expect(await recordClaim(10_000, options)).toEqual(await recordClaim(1000, options))
})

/** Returns the statements of one claim beside `count` waiting jobs. Checks the query plans of claim, run and outcome. */
async function recordClaim(count: number, options: (n: number) => JobOptions) {
  const { store, put, newLoop } = await createJobQueue(() => {})
  const jobs = Array.from({ length: count }, (_, n): JobInput => [1, 'message.deliver', { messageId: n }, options(n)])
  await put(...jobs, [2, 'media.fetch', { messageId: 0 }])
  const texts = recordStatements(store)
  expect((await claim(store)).map(({ companyId }) => companyId as number)).toContain(2)
  const claimed = texts.splice(0)
  await store.write((tx) => tx.kysely.updateTable('jobs').set({ runAt: '2099' }).where('state', '=', 'ready').execute())
  texts.splice(0)
  const loop = newLoop()
  await put([1, 'message.react', { messageId: 0 }])
  await loop.settle()
  for (const text of new Set([...claimed, ...texts])) expect(costlySteps(store, text)).toEqual([])
  return claimed
}

test('a claim takes the jobs of a group in one turn, and the end of a run writes nothing for a group that is due', async () => {
  const { store, put } = await createJobQueue(() => {})
  await put(...Array.from({ length: 8 }, (_, n): JobInput => [1, 'message.deliver', { messageId: n }]))
  const texts = recordStatements(store)
  const writes = () => texts.splice(0).filter((text) => /^(insert into|update|delete from) "ready_groups"/.test(text))
  const placesOf = () => ({ concurrency: 3, perGroup: 4 })
  const [job, ...others] = await claimJobs(store, { node: 'a node', placesOf })
  expect(others).toHaveLength(2)
  expect(writes()).toEqual([expect.stringContaining('update "ready_groups"')])
  const ended = { job: job as ClaimedJob, outcome: { is: 'done' } as const }
  await store.write((tx) => storeOutcomes(TenantDb.of(store, 1 as CompanyId, tx), [ended], 'a node'))
  expect(writes()).toEqual([])
  expect(await claim(store)).toHaveLength(2)
})

const thirty: [string, (n: number) => JobOptions, { claim: number; end: number }][] = [
  ['one group, in a lane each', (n) => ({ lane: `wa:1/ticket:${n}`, group: 'wa:1' }), { claim: 11, end: 4 }],
  ['one company, with keys', (n) => ({ key: `${n}` }), { claim: 11, end: 5 }],
  ['three groups', (n) => ({ group: `wa:${n % 3}` }), { claim: 19, end: 7 }],
]

test.each(thirty)('30 jobs of %s are claimed and ended in a bounded number of statements', async (_, options, most) => {
  const { store, put } = await createJobQueue(() => {})
  await put(...Array.from({ length: 30 }, (_, n): JobInput => [1, 'message.deliver', { messageId: n }, options(n)]))
  const texts = recordStatements(store)
  const jobs = await claimJobs(store, { node: 'a node', placesOf: () => ({ concurrency: 64, perGroup: 32 }) })
  expect(jobs).toHaveLength(30)
  expect(texts.splice(0).length).toBeLessThanOrEqual(most.claim)
  const outcomes = new OutcomeBatches(store, 'a node')
  await Promise.all(jobs.map((job) => outcomes.put(job, { is: 'done' })))
  expect(texts.length).toBeLessThanOrEqual(most.end)
  for (const text of new Set(texts)) expect(costlySteps(store, text)).toEqual([])
  expect(await store.read.kysely.selectFrom('jobs').select('id').execute()).toEqual([])
})

test('countDue and oldestDueSeconds return figures by name, counted up to maxCounted', async () => {
  const { store, put } = await createJobQueue(() => {})
  const due = { runAt: new Date(Date.now() - 90_000) }
  const later = { runAt: new Date(Date.now() + 60_000) }
  await put([1, 'media.fetch', {}, due], [2, 'media.fetch', {}], [2, 'media.fetch', {}, later])
  await put([1, 'ticket.farewell', {}, later], [1, 'push.send', {}, { lane: 'a' }], [1, 'push.send', {}, { lane: 'a' }])
  await put(...Array.from({ length: maxCounted + 1 }, (): JobInput => [1, 'mail.reset', {}]))
  const texts = recordStatements(store)
  expect(await countDue(store.read)).toEqual({ 'mail.reset': maxCounted, 'media.fetch': 2, 'push.send': 1 })
  const seconds = await oldestDueSeconds(store.read)
  expect(Object.keys(seconds)).toContain('media.fetch')
  expect(Math.floor((seconds['media.fetch'] as number) / 90)).toBe(1)
  for (const text of new Set(texts)) expect(costlySteps(store, text)).toEqual([])
})

/** Records the text of each statement that the store runs from now on. */
function recordStatements(store: SqliteStore): string[] {
  const texts: string[] = []
  for (const { statements } of new Set([store.read, store.raw])) {
    const get = statements.get.bind(statements)
    statements.get = (text) => {
      texts.push(text)
      return get(text)
    }
  }
  return texts
}

/** Returns the steps of a statement's query plan that scan a job table or sort rows. */
function costlySteps({ raw }: SqliteStore, text: string): string[] {
  const plan = raw.statements.sqlite.query(`explain query plan ${text}`).all() as { detail: string }[]
  return plan.map(({ detail }) => detail).filter((detail) => /^SCAN (jobs|ready_groups)|TEMP B-TREE/.test(detail))
}

test('a claim takes a limited number of jobs, and the next claim begins with the following names', async () => {
  const { store, put } = await createJobQueue(() => {})
  const names: JobInput[1][] = ['contact.refresh', 'mail.reset', 'media.fetch', 'push.chat', 'push.note', 'push.send']
  const jobs = names.flatMap((name) => Array.from({ length: 16 }, (_, n): JobInput => [1, name, {}, { group: `${n}` }]))
  await put(...jobs)
  const first = await claim(store)
  expect(first.length).toBeLessThan(jobs.length)
  const second = await claim(store, first.at(-1)?.name)
  expect(second.length).toBeGreaterThan(0)
  const claimed = new Set([...first, ...second].map(({ name }) => name as string))
  expect([...claimed].sort()).toEqual(names)
})

test('two loops on one store never claim the same job', async () => {
  const ran: number[] = []
  const { put, newLoop, rows } = await createJobQueue(async ({ payload }) => {
    ran.push((payload as { messageId: number }).messageId)
    await Bun.sleep(1)
  })
  const jobs = Array.from({ length: 200 }, (_, n): JobInput => [1, 'ticket.farewell', { messageId: n }])
  await put(...jobs)
  await Promise.all([newLoop().settle(), newLoop().settle()])
  expect(ran.sort((a, b) => a - b)).toEqual(jobs.map((_, n) => n))
  expect(await rows()).toEqual([])
})
