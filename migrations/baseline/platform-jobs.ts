import { type Kysely, sql } from 'kysely'
import {
  count,
  emptyText,
  index,
  keyedTable,
  required,
  table,
  timeOfInsert,
  uniqueIndex,
  withCompany,
} from '../columns'

/** The queue of background jobs (docs/adr/0028). */
export const jobTables = [createJobs, createReadyGroups]

/** Jobs. Those of a lane run one at a time; those of a name and group share places. */
async function createJobs(db: Kysely<unknown>) {
  await withCompany(table(db, 'jobs'))
    .addColumn('name', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('lane', 'text')
    .addColumn('runAt', 'text', required)
    .addColumn('waitsFor', 'text')
    .addColumn('attempts', 'integer', count)
    .addColumn('interrupted', 'integer', count)
    .addColumn('lockedAt', 'text')
    .addColumn('failedAt', 'text')
    .addColumn('lastError', 'text')
    .addColumn('createdAt', 'text', timeOfInsert)
    .addColumn('state', 'text', (c) =>
      c.notNull().defaultTo('ready').check(sql`state in ('ready', 'queued', 'waiting', 'running', 'failed')`),
    )
    .addColumn('groupKey', 'text', emptyText)
    .addColumn('key', 'text')
    .addColumn('superseded', 'integer', (c) => c.notNull().defaultTo(0).check(sql`superseded in (0, 1)`))
    .addColumn('node', 'text')
    .execute()
  await index(db, 'jobs_ready', 'jobs', ['name', 'companyId', 'groupKey', 'runAt', 'id'], sql`state = 'ready'`)
  await index(db, 'jobs_due', 'jobs', ['name', 'runAt'], sql`state = 'ready'`)
  await index(db, 'jobs_running', 'jobs', ['name', 'companyId', 'groupKey'], sql`state = 'running'`)
  await index(db, 'jobs_queued', 'jobs', ['companyId', 'lane', 'runAt', 'id'], sql`state = 'queued'`)
  // A lane has one head, which is claimed, waits for an event, or runs; the others are queued behind it.
  await uniqueIndex(
    db,
    'jobs_head',
    'jobs',
    ['companyId', 'lane'],
    sql`lane is not null and state in ('ready', 'waiting', 'running')`,
  )
  // A key identifies one job that does not run yet.
  await uniqueIndex(
    db,
    'jobs_key',
    'jobs',
    ['companyId', 'name', 'key'],
    sql`key is not null and state in ('ready', 'waiting', 'queued')`,
  )
  await index(db, 'jobs_waiting', 'jobs', ['waitsFor', 'id'], sql`waitsFor is not null`)
  await index(db, 'jobs_failed', 'jobs', ['failedAt'], sql`failedAt is not null`)
  // A timer whose job failed for good is not enqueued again.
  await index(
    db,
    'jobs_failed_key',
    'jobs',
    ['companyId', 'name', 'key'],
    sql`key is not null and failedAt is not null`,
  )
}

/** Groups with a job to claim; the one with the oldest `readyAt` is next. */
async function createReadyGroups(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'ready_groups'))
    .addColumn('name', 'text', required)
    .addColumn('groupKey', 'text', required)
    .addColumn('readyAt', 'text', required)
    .addPrimaryKeyConstraint('ready_groups_key', ['name', 'companyId', 'groupKey'])
    .execute()
  await index(db, 'ready_groups_due', 'ready_groups', ['name', 'readyAt'])
}
