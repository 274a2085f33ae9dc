import { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '../src/core/storage/data-directory'
import { below, type Measure, percentile } from './figures'
import { scratch } from './product'
import { logInAsProvider, serveProvider } from './provider'

const companies = 2000
/** Rows of each company. */
const [users, numbers, queues, months] = [8, 2, 4, 12]
const day = 86_400_000

/** The provider's overview and its table with 2,000 companies, of which one in twenty has each kind of problem. */
export async function morning(): Promise<Measure[]> {
  const directory = join(scratch, 'data-morning')
  rmSync(directory, { recursive: true, force: true })
  await (await serveProvider(directory)).stop()
  fill(databaseFile(directory))
  const serving = await serveProvider(directory)
  try {
    const token = await logInAsProvider(serving.url)
    const table = ['sort=name', 'sort=use', 'sort=activity', 'sort=due', 'attention=true', 'search=empresa 019']
    await counted(serving.url, token)
    return [
      below(`overview of ${companies} companies p99`, 100, 'ms', await asked(serving.url, token, ['/morning'])),
      below(
        `table of ${companies} companies p99, orders, filter and search`,
        100,
        'ms',
        await asked(
          serving.url,
          token,
          table.map((query) => `/morning/companies?${query}`),
        ),
      ),
    ]
  } finally {
    await serving.stop()
  }
}

const iso = (msAgo: number) => new Date(Date.now() - msAgo).toISOString()
const dayOf = (msAgo: number) => iso(msAgo).slice(0, 10)

function fill(file: string) {
  const sqlite = new Database(file)
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row)
    const text = `insert into ${table} (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`
    return Number(sqlite.query(text).run(...Object.values(row)).lastInsertRowid)
  }
  sqlite.transaction(() => {
    for (let at = 0; at < companies; at++) fillCompany(insert, at)
  })()
  sqlite.close()
}

type Insert = (table: string, row: Record<string, string | number | null>) => number

function fillCompany(insert: Insert, at: number) {
  const has = (problem: number) => at % 20 === problem
  const trialExpiration = has(1) ? dayOf(-day) : null
  const dueDate = has(0) ? dayOf(3 * day) : dayOf(-(at % 30) * day)
  const facts = { name: `Empresa ${String(at).padStart(4, '0')}`, email: `c${at}@bench.test`, phone: '', planId: 1 }
  const companyId = insert('companies', { ...facts, dueDate, trialExpiration, createdAt: iso((at % 400) * day) })
  for (let n = 0; n < users + (has(2) ? 2 : 0); n++)
    insert('users', {
      companyId,
      name: `P${n}`,
      email: `p${n}@c${at}.test`,
      passwordHash: '',
      profile: 'user',
      lastSeenAt: iso(at * 1000),
    })
  for (let n = 0; n < queues; n++) insert('queues', { companyId, name: `Setor ${n}`, color: '#03806e' })
  for (let n = 0; n < numbers; n++) fillNumber(insert, companyId, n, has)
  for (let n = 0; n < months; n++) {
    const bill = { companyId, detail: 'Plano 1', value: 3000, status: 'paid', paidAt: iso((n * 30 + 5) * day) }
    insert('invoices', { ...bill, dueDate: dayOf((n * 30 + 8) * day) })
  }
  if (has(0)) insert('invoices', { companyId, detail: 'Plano 1', value: 3000, status: 'open', dueDate, paidAt: null })
  const job = { companyId, name: 'flow.call', payload: '{}', runAt: iso(day), state: 'failed', failedAt: iso(day) }
  if (has(5)) insert('jobs', { ...job, lastError: 'x' })
  if (has(6))
    insert('delivery_receivers', { companyId, source: 'webhook', sourceId: 1, failures: 9, failingSince: iso(day) })
}

function fillNumber(insert: Insert, companyId: number, n: number, has: (problem: number) => boolean) {
  const whatsappId = insert('connections', { companyId, name: `Número ${n}`, status: 'CONNECTED', reason: null })
  const until = iso(-day)
  const limits = has(4) ? JSON.stringify({ reachOut: { active: true, until, kind: '' } }) : '{}'
  insert('connection_health', { companyId, whatsappId, lastInAt: iso(n * 60_000), limits })
  if (has(4)) insert('number_alerts', { companyId, whatsappId, kind: 'timeLock', event: until, since: iso(day), until })
  // A month of outages that ended, with their alerts.
  for (let past = 0; past < 10; past++) {
    const since = iso((past + 2) * day)
    const outage = { companyId, whatsappId, reason: 'unreachable', startedAt: since, endedAt: iso((past + 1) * day) }
    insert('connection_outages', { ...outage, announced: 1 })
    insert('number_alerts', { companyId, whatsappId, kind: 'down', event: since, since, until: null })
  }
  const down = { companyId, whatsappId, reason: 'loggedOut', startedAt: iso(day), endedAt: null, announced: 1 }
  if (has(3)) insert('connection_outages', down)
}

const read = async (url: string, token: string, path: string) => {
  const answer = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json() as Promise<{ companies?: { percent: number }[] }>
}

/** Resolves once the task that runs at the start has counted the companies. */
async function counted(url: string, token: string) {
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    const { companies: found } = await read(url, token, '/morning/companies?sort=use')
    if (found?.[0] && found[0].percent >= 100) return
    await Bun.sleep(200)
  }
  throw new Error('the companies were not counted')
}

/** p99 of each of five rounds of a hundred requests. */
async function asked(url: string, token: string, paths: string[]): Promise<number[]> {
  const rounds: number[] = []
  for (let round = 0; round < 5; round++) {
    const took: number[] = []
    for (let n = 0; n < 100; n++) {
      const from = performance.now()
      await read(url, token, paths[n % paths.length] as string)
      took.push(performance.now() - from)
    }
    rounds.push(percentile(took, 0.99))
  }
  return rounds
}
