import { expect, test } from 'bun:test'
import { migrations } from '../../migrations'
import { openMemory, type Store } from '../../src/core/storage/db'
import { migrate } from '../../src/core/storage/migrate'
import { newLoop } from './job-queue'

const names = Object.keys(migrations)
const before = Object.fromEntries(
  Object.entries(migrations).slice(0, names.indexOf(names.find((name) => name.endsWith('fair-jobs')) as string)),
)

test('an upgrade keeps every job, the order of each lane and what each job waits for', async () => {
  const store = openMemory()
  await migrate(store, before)
  const jobs: Old[] = [
    { id: 1, lane: 'wa:1/ticket:1', runAt: '2026-01-02', attempts: 3, lastError: 'no' },
    { id: 2, lane: 'wa:1/ticket:1', runAt: '2026-01-01' },
    { id: 3, lane: 'wa:1/ticket:1', runAt: '2026-01-01' },
    { id: 4, lane: 'wa:2/ticket:9', runAt: '2026-01-01', waitsFor: 'wa:2' },
    { id: 5, lane: 'wa:2/ticket:9', runAt: '2026-01-01', waitsFor: 'wa:2' },
    { id: 6, lane: null, runAt: '2026-01-01', lockedAt: '2026-01-01', attempts: 1 },
    { id: 7, lane: null, runAt: '2099-01-01' },
    { id: 8, lane: 'wa:3/ticket:4', runAt: '2026-01-01', failedAt: '2026-01-01', attempts: 8 },
    { id: 9, lane: 'wa:3/ticket:4', runAt: '2026-01-01' },
    { id: 10, lane: 'wa:3/ticket:4', runAt: '2026-01-02', lockedAt: '2026-01-01', attempts: 1 },
  ]
  insertOldRows(store, jobs)
  await migrate(store, migrations)

  const ran: number[] = []
  const loop = newLoop(store, ({ payload }) => ran.push((payload as { messageId: number }).messageId))
  await loop.start()
  await loop.settle()
  expect(ran.filter((id) => id <= 3)).toEqual([1, 2, 3])
  expect(ran.filter((id) => id > 8)).toEqual([10, 9])
  expect(ran).toHaveLength(6)
  expect(ran).toContain(6)
  await loop.release('wa:2')
  await loop.settle()
  expect(ran.slice(6)).toEqual([4, 5])
  const left = await store.read.kysely.selectFrom('jobs').select(['id', 'state', 'runAt', 'failedAt']).execute()
  expect(left).toEqual([
    { id: 7, state: 'ready', runAt: '2099-01-01', failedAt: null },
    { id: 8, state: 'failed', runAt: '2026-01-01', failedAt: '2026-01-01' },
  ])
})

test('the upgrade derives a reply’s group from the connection in its lane', async () => {
  const store = openMemory()
  await migrate(store, before)
  insertOldRows(store, [{ id: 1, lane: 'wa:12/ticket:1', runAt: '2026-01-01' }])
  await migrate(store, migrations)
  const { groupKey } = await store.read.kysely.selectFrom('jobs').select('groupKey').executeTakeFirstOrThrow()
  expect(groupKey).toBe('wa:12')
})

interface Old {
  id: number
  lane: string | null
  runAt: string
  attempts?: number
  lockedAt?: string
  failedAt?: string
  waitsFor?: string
  lastError?: string
}

/** Inserts rows in the format of the version before the migration. */
function insertOldRows(store: Store, jobs: Old[]) {
  const { sqlite } = store.raw.statements
  sqlite.run("insert into plans (name, users, connections, queues, value) values ('p', 1, 1, 1, 0)")
  sqlite.run("insert into companies (name, email, phone, planId, dueDate) values ('c', '', '', 1, '2099-01-01')")
  for (const job of jobs)
    sqlite.run(
      `insert into jobs (id, companyId, name, payload, lane, runAt, waitsFor, attempts, lockedAt, failedAt, lastError)
        values (?, 1, 'message.deliver', ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        job.id,
        JSON.stringify({ messageId: job.id }),
        job.lane,
        job.runAt,
        job.waitsFor ?? null,
        job.attempts ?? 0,
        job.lockedAt ?? null,
        job.failedAt ?? null,
        job.lastError ?? null,
      ],
    )
}
