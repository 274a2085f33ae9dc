import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../migrations'
import { claimJobs } from '../src/core/jobs/claim'
import { enqueue } from '../src/core/jobs/enqueue'
import type { JobOptions, Jobs } from '../src/core/jobs/job'
import { OutcomeBatches } from '../src/core/jobs/outcome-batches'
import { databaseFile } from '../src/core/storage/data-directory'
import { migrate } from '../src/core/storage/migrate'
import type { CompanyId } from '../src/core/storage/schema'
import { openStore, type SqliteStore } from '../src/core/storage/sqlite/store'
import { TenantDb } from '../src/core/storage/tenant'
import { below, type Measure, percentile } from './figures'
import { scratch } from './product'

const due = 100_000
const companies = 1_000
const claims = 2_000
const node = 'bench'
const placesOf = () => ({ concurrency: 16, perGroup: 4 })
const names: (keyof Jobs)[] = ['message.deliver', 'media.fetch', 'push.send', 'ticket.farewell', 'contact.refresh']

type Place = [companyId: number, name: keyof Jobs, options?: JobOptions]

/** Company, name and lane of job `n` of a backlog. */
const backlogs: Record<string, (n: number) => Place> = {
  'of one company and name': () => [1, 'media.fetch'],
  'of 1,000 companies and 5 names, in lanes of ten': (n) => [
    1 + (n % companies),
    names[n % names.length] as keyof Jobs,
    { lane: `lane ${n % 10_000}` },
  ],
  'in one lane': () => [1, 'message.deliver', { lane: 'lane' }],
}

/** Time of a claim with 100,000 due jobs, and how long claims and ends of runs hold the event loop. */
export async function claimed(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const [shape, place] of Object.entries(backlogs)) {
    const { times, holds } = await withBacklog(place, measure)
    measures.push(below(`a claim with ${due} due jobs ${shape}, p99`, 5, 'ms', [percentile(times, 0.99)]))
    measures.push(below(`event loop held meanwhile, longest`, 20, 'ms', [Math.max(...holds)]))
  }
  return measures
}

async function withBacklog<R>(place: (n: number) => Place, work: (store: SqliteStore) => Promise<R>): Promise<R> {
  const directory = join(scratch, `claim-${crypto.randomUUID()}`)
  mkdirSync(directory, { recursive: true })
  const store = openStore(databaseFile(directory))
  try {
    await migrate(store, migrations)
    await fill(store, place)
    return await work(store)
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function fill(store: SqliteStore, place: (n: number) => Place) {
  const { sqlite } = store.raw.statements
  sqlite.run("insert into plans (id, name, users, connections, queues, value) values (1, 'p', 1, 1, 1, 0)")
  for (let id = 1; id <= companies; id++)
    sqlite.run("insert into companies (name, email, phone, planId, dueDate) values (?, '', '', 1, '2099-01-01')", [
      `c${id}`,
    ])
  for (let from = 0; from < due; from += 1000)
    await store.write(async (tx) => {
      for (let n = from; n < from + 1000; n++) {
        const [companyId, name, options] = place(n)
        await enqueue(TenantDb.of(store, companyId as CompanyId, tx), name, { n }, options)
      }
    })
}

/** Milliseconds of each claim until it is flushed, and the longest time for which the event loop was held. */
async function measure(store: SqliteStore) {
  const times: number[] = []
  const holds = [0]
  let lastName: string | undefined
  const outcomes = new OutcomeBatches(store, node)
  let before = performance.now()
  const watch = setInterval(() => {
    const now = performance.now()
    holds.push(now - before - 1)
    before = now
  }, 1)
  for (let n = 0; n < claims; n++) {
    const from = performance.now()
    const jobs = await claimJobs(store, { node, placesOf, lastName })
    times.push(performance.now() - from)
    lastName = jobs.at(-1)?.name
    await Promise.all(jobs.map((job) => outcomes.put(job, { is: 'done' })))
  }
  clearInterval(watch)
  return { times, holds }
}
