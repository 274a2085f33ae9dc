import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Checkpoints } from '../../../src/core/storage/sqlite/checkpoint'
import { openStore } from '../../../src/core/storage/sqlite/store'
import { createSeededRandom } from '../seeded-random'
import { monotonicNow } from './acknowledged-messages'

/**
 * `bun load.ts DIRECTORY WRITES PAUSE ROWS [RESTARTS]` writes to a database like the serving process: WRITES
 * transactions, PAUSE ms between them, each of which inserts a row into `done` and updates ROWS rows of `pages`, each on
 * a page of its own. Continues until the write-ahead log has restarted RESTARTS times, at most ten times WRITES: the
 * number of transactions that takes depends on the speed of the checkpoint thread.
 * The directories `begun` and `ended` mark start and end in the recording. The file `DIRECTORY-acknowledged` lists
 * acknowledged rows with their times. Kills itself after a failed flush, as the product does.
 */
const [directory = '', writes, pause, rows, minRestarts = '0'] = process.argv.slice(2)
const random = createSeededRandom('load')
const acknowledged: { n: number; time: string }[] = []
const pages = 1000

const file = join(directory, 'balcao.db')
const store = openStore(file)
await store.write(async ({ statements }) => {
  statements.sqlite.run('create table if not exists done (n integer primary key) strict')
  statements.sqlite.run('create table if not exists pages (n integer primary key, v text not null) strict')
  const insert = statements.sqlite.query('insert or ignore into pages values (?, ?)')
  for (let n = 1; n <= pages; n++) insert.run(n, 'x'.repeat(3000))
})
const worker = new Worker(new URL('../../../src/core/storage/sqlite/checkpoint-worker.ts', import.meta.url))
const checkpoints = new Checkpoints(worker, file, store)
await checkpoints.check()

mkdirSync(join(directory, 'begun'), { recursive: true })
const { next } = store.read.statements.sqlite.query('select ifnull(max(n), 0) + 1 as next from done').get() as {
  next: number
}
let restarts = 0
let walBytes = checkpoints.walBytes
for (let n = next; continues(n - next); n++) {
  await store.write(({ statements }) => write(n, statements.sqlite)).catch(() => end(1))
  acknowledged.push({ n, time: String(monotonicNow()) })
  await Bun.sleep(Number(pause))
  if (checkpoints.walBytes < walBytes) restarts++
  walBytes = checkpoints.walBytes
}
mkdirSync(join(directory, 'ended'), { recursive: true })
await end(0)

function continues(done: number) {
  return done < Number(writes) || (restarts < Number(minRestarts) && done < 10 * Number(writes))
}

async function write(n: number, sqlite: typeof store.raw.statements.sqlite) {
  sqlite.query('insert into done values (?)').run(n)
  const change = sqlite.query('update pages set v = ? where n = ?')
  for (let row = 0; row < Number(rows); row++)
    change.run(`${n} ${'y'.repeat(3000)}`, 1 + Math.floor(random.between(0, pages)))
}

async function end(code: number) {
  writeFileSync(`${directory}-acknowledged`, JSON.stringify(acknowledged))
  await checkpoints.stop()
  await store.close()
  if (store.flushFailed) process.kill(process.pid, 'SIGKILL')
  process.exit(code)
}
