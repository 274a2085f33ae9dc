import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Checkpoints } from '../../src/core/storage/sqlite/checkpoint'
import { openStore, type SqliteStore } from '../../src/core/storage/sqlite/store'
import { sizeOf } from '../size'
import { until } from '../until'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function createCheckpointedStore() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-checkpoint-'))
  const file = join(folder, 'balcao.db')
  undo.push(() => rmSync(folder, { recursive: true }))
  const store = openStore(file)
  await store.write(async ({ statements }) => void statements.get('create table t (v text) strict').run())
  const newWorker = () => new Worker(new URL('../../src/core/storage/sqlite/checkpoint-worker.ts', import.meta.url))
  const start = (worker = newWorker()) => new Checkpoints(worker, file, store)
  return { store, file, newWorker, start }
}

const fill = (store: SqliteStore, rows: number) =>
  store.write(async ({ statements }) => {
    const insert = statements.get('insert into t values (?)')
    for (let row = 0; row < rows; row++) insert.run('x'.repeat(1000))
  })

const bytesOf = (file: string) => statSync(file).size
const megabytes = (n: number) => n * 1024 * 1024

/** Writes until the log has exceeded 48 MB and was then restarted. */
async function fillUntilRestarted(store: SqliteStore, checkpoints: Checkpoints) {
  await until('a long log', async () => {
    await fill(store, 1000)
    return checkpoints.walBytes > megabytes(48)
  })
  await until('a short log', async () => {
    await fill(store, 1000)
    return checkpoints.walBytes < megabytes(4)
  })
}

test('a log of 64 MB is copied into the database file and restarted', async () => {
  const { store, file, start } = await createCheckpointedStore()
  const checkpoints = start()
  const rounds = sizeOf({ everyday: 1, full: 3 })
  for (let round = 0; round < rounds; round++) await fillUntilRestarted(store, checkpoints)
  expect(bytesOf(file)).toBeGreaterThan(megabytes(rounds * 48))
  expect(bytesOf(`${file}-wal`)).toBeLessThanOrEqual(megabytes(96))
  await checkpoints.stop()
  await store.close()
})

test('emptying the log removes deleted text from the file and the log, while writes continue', async () => {
  const { store, file, start } = await createCheckpointedStore()
  const checkpoints = start()
  const has = () => ['', '-wal'].map((end) => readFileSync(`${file}${end}`).includes('apagado'))
  const run = (query: string) => store.write(async ({ statements }) => void statements.get(query).run())
  await run("insert into t values ('apagado')")
  await run("update t set v = 'outro'")
  expect(has()[1]).toBe(true)
  const writes = Array.from({ length: 20 }, () => fill(store, 10))
  expect(await store.emptyLog()).toBe(true)
  await Promise.all(writes)
  await run("insert into t values ('depois')")
  expect(has()).toEqual([false, false])
  await checkpoints.stop()
  await store.close()
})

test('the log is not emptied while another process reads it', async () => {
  const { store, file, start } = await createCheckpointedStore()
  const checkpoints = start()
  const reader = new Sqlite(file, { readonly: true })
  reader.run('begin')
  reader.query('select * from t').all()
  await fill(store, 10)
  expect(await store.emptyLog()).toBe(false)
  reader.close()
  expect(await store.emptyLog()).toBe(true)
  await checkpoints.stop()
  expect(await store.emptyLog()).toBe(false)
  await store.close()
})

test('a short log is not copied while writes continue', async () => {
  const { store, file, start } = await createCheckpointedStore()
  const checkpoints = start()
  const before = bytesOf(file)
  await fill(store, 500)
  await until('a measurement of the log', () => checkpoints.walBytes > 500_000)
  await fill(store, 500)
  await until('another measurement', () => checkpoints.walBytes > 1_000_000)
  expect(bytesOf(file)).toBe(before)
  await checkpoints.stop()
  await store.close()
})

test('a log that another process reads grows, and is restarted after the reader has ended', async () => {
  const { store, file, start } = await createCheckpointedStore()
  const checkpoints = start()
  const reader = new Sqlite(file, { readonly: true })
  reader.run('begin')
  reader.query('select * from t').all()
  await until('a log beyond its usual length', async () => {
    await fill(store, 500)
    return checkpoints.walBytes > megabytes(72)
  })
  reader.close()
  await until('a short log', async () => {
    await fill(store, 1000)
    return checkpoints.walBytes < megabytes(4)
  })
  await checkpoints.stop()
  await store.close()
})

test('the worker ends after a failed flush, and writes are refused', async () => {
  const { store, newWorker, start } = await createCheckpointedStore()
  const worker = newWorker()
  let ended = false
  worker.addEventListener('close', () => {
    ended = true
  })
  await start(worker).check()
  store.fail(Object.assign(new Error('EIO'), { code: 'SQLITE_IOERR_FSYNC' }))
  await until('the end of the thread', () => ended)
  await expect(fill(store, 1)).rejects.toThrow('ERR_STORAGE')
})

test('check() returns no problem for an intact file, and descriptions for a damaged one', async () => {
  const { store, file, start } = await createCheckpointedStore()
  await fill(store, 2000)
  const intact = start()
  expect(await intact.check()).toEqual([])
  await intact.stop()
  await store.close()
  const bytes = await Bun.file(file).bytes()
  bytes.fill(0xa5, 3 * 4096, 4 * 4096)
  await Bun.write(file, bytes)
  const damaged = start()
  expect(await damaged.check()).not.toEqual([])
  await damaged.stop()
})

test('check() throws for a locked file and for a path that is no file, and returns damage for a file of another kind', async () => {
  const { store, file, newWorker } = await createCheckpointedStore()
  const checkpointsOf = (path: string) => new Checkpoints(newWorker(), path, store)
  const path = `${file}.other`
  const holder = new Sqlite(path)
  for (const pragma of ['locking_mode = exclusive', 'journal_mode = wal']) holder.run(`pragma ${pragma}`)
  holder.run('create table t (v text) strict')
  const locked = checkpointsOf(path)
  await expect(locked.check()).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  holder.close()
  expect(await locked.check()).toEqual([])
  await locked.stop()
  await expect(locked.check()).rejects.toThrow('ended')

  const folder = checkpointsOf(dirname(file))
  await expect(folder.check()).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_CANTOPEN/) })
  await folder.stop()
  await Bun.write(`${file}.text`, 'no database '.repeat(1000))
  const other = checkpointsOf(`${file}.text`)
  expect(await other.check()).toEqual([expect.stringContaining('not a database')])
  await other.stop()
  await store.close()
})
