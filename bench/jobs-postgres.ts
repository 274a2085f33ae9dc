import { join } from 'node:path'
import { migrations } from '../migrations'
import { baseline } from '../migrations/postgres/baseline'
import { startPostgres } from '../scripts/postgres'
import { clientOptions } from '../src/core/storage/postgres/address'
import { migratePostgres } from '../src/core/storage/postgres/migrate'
import { PostgresStore } from '../src/core/storage/postgres/store'
import type { Measure } from './figures'
import { batchSize, companies, insertBatch, placeOf } from './jobs-postgres/shape'
import { scratch } from './product'

const amount = Number(process.env.BENCH_JOBS ?? 1_000_000)
const nodes = ['a', 'b', 'c']
/** Jobs that wait at most, so that the size of the tables tells whether dead rows are removed. */
const maxWaiting = 100_000
/** Runs in which each company has due jobs, and so an equal share. */
const contended = 10_000

/** Jobs run by three nodes on one PostgreSQL server: doubles, order of lanes, turns of companies, sizes of the tables. */
export async function jobsOnNodes(): Promise<Measure[]> {
  const server = await startPostgres()
  const store = new PostgresStore(clientOptions(server.address))
  try {
    await migratePostgres(store, migrations, baseline)
    await fill(store)
    const { sizes, seconds, runs } = await runAll(store, server.address)
    return measures(runs, sizes, seconds)
  } finally {
    await store.close()
    await server.stop()
  }
}

const execute = (store: PostgresStore, text: string, values: unknown[] = []) =>
  store.withLine((line) => line.rows(text, values))

async function fill(store: PostgresStore) {
  await execute(store, `alter system set autovacuum_naptime = '5s'`)
  await execute(store, 'select pg_reload_conf()')
  await execute(store, `insert into plans (id, name, users, connections, queues, value) values (1, 'p', 1, 1, 1, 0)`)
  await execute(
    store,
    `insert into companies (id, name, email, phone, "planId", "dueDate") overriding system value
    select n, 'c' || n, '', '', 1, '2099-01-01' from generate_series(1, ${companies}) n`,
  )
  for (const node of nodes)
    await execute(store, `insert into nodes values ($1, $1, '1', 'serving', 0, 9000000000000, '{}')`, [node])
}

interface Sizes {
  jobs: number
  groups: number
  dead: number
}

const sizesText = `select pg_total_relation_size('jobs') as jobs, pg_total_relation_size('ready_groups') as groups,
  (select n_dead_tup from pg_stat_user_tables where relname = 'jobs') as dead`

async function runAll(store: PostgresStore, address: string) {
  const counts = new Map<string, number>()
  const ran = () => [...counts.values()].reduce((sum, count) => sum + count, 0)
  const feed = (batch: number) => execute(store, insertBatch, [batch, new Date().toISOString()])
  let fed = 0
  for (; fed < Math.min(maxWaiting, amount); fed += batchSize) await feed(fed / batchSize)
  const children = nodes.map((node) => {
    const file = join(scratch, `runs-${node}`)
    const command = ['bun', join(import.meta.dir, 'jobs-postgres', 'node.ts'), address, node, file]
    return {
      file,
      child: Bun.spawn(command, { ipc: (count: number) => void counts.set(node, count), stderr: 'inherit' }),
    }
  })
  const begun = performance.now()
  const sizes: Sizes[] = []
  for (let looked = 0; ran() < amount; looked++) {
    if (children.some(({ child }) => child.exitCode !== null)) throw new Error('a node has ended')
    if (fed < amount && fed - ran() <= maxWaiting - batchSize)
      await feed(fed / batchSize).then(() => (fed += batchSize))
    else await Bun.sleep(100)
    if (looked % 10 === 0) sizes.push((await execute(store, sizesText))[0] as unknown as Sizes)
  }
  const seconds = (performance.now() - begun) / 1000
  await Bun.sleep(1000) // a double run would come now
  for (const { child } of children) child.send('end')
  await Promise.all(children.map(({ child }) => child.exited))
  const runs = await Promise.all(children.map(async ({ file }) => new Float64Array(await Bun.file(file).arrayBuffer())))
  return { sizes, seconds, runs }
}

function measures(runs: Float64Array[], sizes: Sizes[], seconds: number): Measure[] {
  const { doubles, missing, begins, ends } = sortedRuns(runs)
  const middle = sizes.slice(Math.floor(sizes.length / 4), Math.floor(sizes.length / 2))
  const last = sizes.slice(-middle.length)
  const peak = (list: Sizes[], of: keyof Sizes) => Math.max(...list.map((size) => size[of]))
  const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1)
  const growth = (of: keyof Sizes) => peak(last, of) / peak(middle, of)
  const sizeLine = `jobs ${megabytes(peak(middle, 'jobs'))} to ${megabytes(peak(last, 'jobs'))} MB, ready_groups ${megabytes(peak(middle, 'groups'))} to ${megabytes(peak(last, 'groups'))} MB, dead rows of jobs at most ${peak(sizes, 'dead')}`
  const share = busyShare(begins) * companies
  const rate = amount / seconds
  const of = `${amount} jobs run by three nodes`
  return [
    exact(`${of}: double or missing runs`, doubles + missing, `${Math.round(rate)} jobs/s in ${Math.round(seconds)} s`),
    exact('the same: runs out of order in a lane', disorder(begins, ends), ''),
    {
      ...{ name: 'the same: share of the busiest company ÷ equal share', bar: '0.9 to 1.1', figure: share, unit: '×' },
      ...{ met: Math.abs(share - 1) <= 0.1, rounds: `first ${contended} runs` },
    },
    {
      ...{ name: 'the same: size of the tables in the last quarter ÷ second quarter', bar: '≤ 1.1', unit: '×' },
      ...{ figure: Math.max(growth('jobs'), growth('groups')), rounds: sizeLine },
      met: Math.max(growth('jobs'), growth('groups')) <= 1.1,
    },
  ]
}

const exact = (name: string, figure: number, rounds: string): Measure => ({
  ...{ name, bar: '0', figure, unit: '', met: figure === 0, rounds },
})

/** Times of each job by its number; runs after the first one of a job are doubles. */
function sortedRuns(runs: Float64Array[]) {
  const [begins, ends] = [new Float64Array(amount), new Float64Array(amount)]
  let doubles = 0
  for (const list of runs)
    for (let at = 0; at < list.length; at += 3) {
      const n = list[at] as number
      if (begins[n] !== 0) doubles++
      begins[n] = list[at + 1] as number
      ends[n] = list[at + 2] as number
    }
  return { doubles, missing: begins.filter((time) => time === 0).length, begins, ends }
}

/** Jobs that began before the end of the one before them in their lane. */
function disorder(begins: Float64Array, ends: Float64Array): number {
  const lastOf = new Map<string, number>()
  let found = 0
  for (let n = 0; n < amount; n++) {
    const { lane } = placeOf(n)
    if (lane === null) continue
    const before = lastOf.get(lane)
    if (before !== undefined && (begins[n] as number) < (ends[before] as number)) found++
    lastOf.set(lane, n)
  }
  return found
}

/** Share of company 1 in the first runs. */
function busyShare(begins: Float64Array): number {
  const first = [...begins.keys()].sort((one, other) => (begins[one] as number) - (begins[other] as number))
  return first.slice(0, contended).filter((n) => placeOf(n).company === 1).length / contended
}
