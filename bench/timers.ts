import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../migrations'
import { cancelJob, enqueue } from '../src/core/jobs/enqueue'
import type { Ports } from '../src/core/ports'
import { Platform } from '../src/core/scope'
import { databaseFile } from '../src/core/storage/data-directory'
import { migrate } from '../src/core/storage/migrate'
import { openStore, type SqliteStore } from '../src/core/storage/sqlite/store'
import { enqueueDueTimers } from '../src/features/automation/bot/timers/tick'
import { below, type Measure, percentile } from './figures'
import { scratch } from './product'

const tickets = 100_000
const companies = 10
const ticks = 40
/** Due tickets of each timer and company in the second measure. */
const due = 20

/**
 * One tick of the timers with 100,000 waiting tickets without a queue and as many unanswered ones, in ten companies,
 * one of which has nine tenths of them: while none is due, and while 20 of each timer and company are.
 */
export async function timers(): Promise<Measure[]> {
  const directory = join(scratch, `timers-${crypto.randomUUID()}`)
  mkdirSync(directory, { recursive: true })
  const store = openStore(databaseFile(directory))
  try {
    await migrate(store, migrations)
    fill(store)
    const platform = new Platform(portsOf(store))
    const idle = await measureTicks(platform, store, 0)
    const busy = await measureTicks(platform, store, due)
    return [
      below(`one tick with ${tickets} pending tickets, none due, p99`, 50, 'ms', [percentile(idle, 0.99)]),
      below(`one tick with ${tickets} pending tickets, ${3 * due * companies} due, p99`, 50, 'ms', [
        percentile(busy, 0.99),
      ]),
    ]
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A tick uses the store and the job queue only. */
const portsOf = (store: SqliteStore) => ({ store, enqueue, cancelJob, wakeJobs() {} }) as unknown as Ports

function fill(store: SqliteStore) {
  const { sqlite } = store.raw.statements
  sqlite.run("insert into plans (id, name, users, connections, queues, value) values (1, 'p', 1, 1, 1, 0)")
  for (let id = 1; id <= companies; id++) {
    sqlite.run(
      "insert into companies (id, name, email, phone, planId, dueDate) values (?, ?, '', '', 1, '2099-01-01')",
      [id, `c${id}`],
    )
    sqlite.run("insert into queues (id, companyId, name, color) values (?, ?, 'Fila', '#000000')", [id, id])
    sqlite.run(
      `insert into connections (id, companyId, name, timeToTransfer, transferQueueId, expiresTicket, expiresWarning)
       values (?, ?, 'n', 10, ?, 30, 10)`,
      [id, id, id],
    )
    const count = id === 1 ? (tickets * 9) / 10 : tickets / 10 / (companies - 1)
    insertTickets(store, id, Math.ceil(count))
  }
}

/** Half of a company's contacts has a waiting ticket, the other half one that the customer has not answered. */
function insertTickets(store: SqliteStore, companyId: number, count: number) {
  const { sqlite } = store.raw.statements
  const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)'
  const now = new Date().toISOString()
  sqlite.run(
    `${numbers} insert into contacts (companyId, name, searchText, number, waJid)
     select ?, 'c' || i, 'c' || i, ? || i, ? || i || '@s.whatsapp.net' from n`,
    [2 * count, companyId, `55${companyId}9`, `55${companyId}9`],
  )
  sqlite.run(
    `insert into tickets (companyId, uuid, status, contactId, whatsappId, lastMessageAt, createdAt, answeredAt)
     select companyId, 'u' || id, iif(id % 2 = 0, 'pending', 'open'), id, ?, ?, ?, iif(id % 2 = 0, null, ?)
     from contacts where companyId = ?`,
    [companyId, now, now, now, companyId],
  )
}

/** Milliseconds of each tick. The jobs of a tick are deleted before the next. */
async function measureTicks(platform: Platform, store: SqliteStore, dueCount: number): Promise<number[]> {
  const { sqlite } = store.raw.statements
  const old = new Date(Date.now() - 35 * 60_000).toISOString()
  for (let companyId = 1; companyId <= companies; companyId++)
    for (const status of ['pending', 'open'])
      sqlite.run(
        `update tickets set lastMessageAt = ?, answeredAt = iif(answeredAt is null, null, ?)
         where id in (select id from tickets where companyId = ? and status = ? limit ?)`,
        [old, old, companyId, status, dueCount],
      )
  const took: number[] = []
  for (let n = 0; n < ticks; n++) {
    const from = performance.now()
    await enqueueDueTimers(platform)
    took.push(performance.now() - from)
    sqlite.run('delete from jobs')
  }
  return took
}
