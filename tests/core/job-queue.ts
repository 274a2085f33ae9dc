import type { RunEnding } from '../../src/core/jobs/ending'
import { enqueue } from '../../src/core/jobs/enqueue'
import type { Attempt, JobHandler, JobHandlers, JobOptions, Jobs } from '../../src/core/jobs/job'
import { JobLoop } from '../../src/core/jobs/loop'
import type { Scope } from '../../src/core/scope'
import type { Handle, Store } from '../../src/core/storage/db'
import type { CompanyId } from '../../src/core/storage/schema'
import { TenantDb } from '../../src/core/storage/tenant'
import { handlers as real } from '../../src/jobs'
import { openMigrated } from '../migrated'

/** Handler of all jobs of a test. */
export type Run = (job: { companyId: number; name: keyof Jobs; payload: never; ending: RunEnding }) => unknown

/** Arguments of one job: company, name, payload, options. */
export type JobInput = [companyId: number, name: keyof Jobs, payload: unknown, options?: JobOptions]

/** Job queue on a migrated database, in memory, with companies 1 to `companies`. */
export async function createJobQueue(run: Run, { companies = 2 }: { companies?: number } = {}) {
  return createJobQueueOn(await openMigrated(), run, companies)
}

/** Job queue on a given migrated database without rows. */
export async function createJobQueueOn<S extends Store>(store: S, run: Run, companies = 2) {
  await insertCompanies(store, companies)
  /** Enqueues all jobs in one transaction: `put([company, name, payload, options], …)`. */
  const put = (...jobs: JobInput[]) =>
    store.write(async (tx) => {
      for (const [companyId, name, payload, options] of jobs)
        await enqueue(TenantDb.of(store, companyId as CompanyId, tx), name, payload, options)
    })
  const rows = () => store.read.kysely.selectFrom('jobs').selectAll().orderBy('id').execute()
  return { store, put, rows, newLoop: (limits?: Limits) => newLoop(store, run, limits) }
}

/** Stores the end of a run in a transaction of its own; false when its key was enqueued again or cancelled. */
export const storeRunAgain = (store: Store, companyId: number, ending: RunEnding, runAt: Date) =>
  store.write((tx) => ending.runAgain(scopeOf(store, companyId, tx), runAt))

/** Stores that a run was the job's last, likewise. */
export const storeFinish = (store: Store, companyId: number, ending: RunEnding) =>
  store.write((tx) => ending.finish(scopeOf(store, companyId, tx)))

function scopeOf(store: Store, companyId: number, tx: Handle) {
  const db = TenantDb.of(store, companyId as CompanyId, tx)
  return { db, afterCommit: (effect: () => void) => effect() } as Scope
}

type Limits = Partial<Record<keyof Jobs, Partial<JobHandler<never>>>>

/** Loop whose handlers call `run`, with the given limits or those of the product. */
export const newLoop = (store: Store, run: Run, limits: Limits = real as unknown as Limits, node?: string) =>
  new JobLoop(store, handlersOf(run, limits), (companyId) => ({ companyId }) as unknown as Scope, node)

function handlersOf(run: Run, all: Limits): JobHandlers {
  const of = ([name, limits]: [string, JobHandler<never>]) => [
    name,
    {
      ...limits,
      run: async ({ companyId }: Scope, payload: never, attempt: Attempt) =>
        run({ companyId, name: name as keyof Jobs, payload, ending: attempt.ending as RunEnding }),
    },
  ]
  return Object.fromEntries(Object.entries(all as Record<string, JobHandler<never>>).map(of))
}

async function insertCompanies(store: Store, count: number) {
  const plan = { name: 'p', users: 1, connections: 1, queues: 1, value: 0 } as never
  const company = { email: '', phone: '', planId: 1, dueDate: '2099-01-01', trialExpiration: null }
  await store.write(async ({ kysely }) => {
    await kysely.insertInto('plans').values(plan).execute()
    for (let id = 1; id <= count; id++)
      await kysely
        .insertInto('companies')
        .values({ ...company, name: `c${id}` })
        .execute()
  })
}
