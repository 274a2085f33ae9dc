import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Disk, diskOf } from '../../src/core/storage/sqlite/disk'
import { openStore, SqliteStore } from '../../src/core/storage/sqlite/store'
import { AppError } from '../../src/shared/errors'
import { createSeededRandom } from '../crash/seeded-random'

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})
function createDatabasePath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-durable-'))
  directories.push(directory)
  return join(directory, 'balcao.db')
}

/** SqliteStore whose flushes end when the test ends them; `put` writes one row, `answered` lists settled writes. */
function createStoreOnSlowDisk() {
  const file = createDatabasePath()
  const sqlite = new Sqlite(file)
  for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL']) sqlite.run(`pragma ${pragma}`)
  sqlite.run('create table t (v text unique) strict')
  const flushes: { done(): void; fail(error: Error): void }[] = []
  const disk: Disk = {
    sync: () => new Promise((done, fail) => flushes.push({ done, fail })),
    close: () => {},
  }
  const reader = new Sqlite(sqlite.filename)
  const store = new SqliteStore(sqlite, reader, disk)
  const answered: string[] = []
  const put = (v: string, then?: Error) =>
    store
      .write(async ({ statements }) => {
        statements.get('insert into t (v) values (?)').run(v)
        if (then) throw then
        return v
      })
      .then(
        () => void answered.push(v),
        (error) => void answered.push(`${v}: ${error instanceof AppError ? error.code : error.message}`),
      )
  const stored = () =>
    reader
      .query('select v from t order by rowid')
      .values()
      .map(([v]) => v)
  /**
   * Waits twenty turns of the event loop, after which the store waits for a flush or for the test: on a busy machine a
   * turn may pass after each unit.
   */
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { store, file, flushes, answered, put, stored, settle }
}

describe('an acknowledged write', () => {
  test('is acknowledged after its flush only', async () => {
    const { flushes, answered, put, stored, settle } = createStoreOnSlowDisk()
    void put('a')
    await settle()
    expect([stored(), answered, flushes.length]).toEqual([['a'], [], 1])
    flushes[0]?.done()
    await settle()
    expect(answered).toEqual(['a'])
  })

  test('that arrives during a flush joins the next group and is acknowledged after that group’s flush', async () => {
    const { flushes, answered, put, stored, settle } = createStoreOnSlowDisk()
    void put('a')
    await settle()
    for (const v of ['b', 'c']) {
      void put(v)
      await settle()
    }
    expect([stored(), flushes.length]).toEqual([['a'], 1]) // one open group, one flush at a time
    flushes[0]?.done()
    await settle()
    expect([stored(), answered, flushes.length]).toEqual([['a', 'b', 'c'], ['a'], 2])
    flushes[1]?.done()
    await settle()
    expect(answered).toEqual(['a', 'b', 'c'])
  })

  test('of a long group lets a turn of the event loop pass before the next one', async () => {
    const { store, flushes, stored, settle } = createStoreOnSlowDisk()
    /** Units whose turn of the event loop is over. */
    let passed = 0
    const begun: number[] = []
    const putLong = (v: string) =>
      store.write(async ({ statements }) => {
        const until = performance.now() + 5
        while (performance.now() < until);
        begun.push(passed)
        setImmediate(() => passed++)
        statements.get('insert into t (v) values (?)').run(v)
      })
    let isStored = false
    const all = Promise.all(['a', 'b', 'c'].map(putLong)).then(() => {
      isStored = true
    })
    while (!isStored) {
      await settle()
      for (const flush of flushes.splice(0)) flush.done()
    }
    await all
    expect(begun).toEqual([0, 1, 2])
    expect(stored()).toEqual(['a', 'b', 'c'])
  })

  test('is kept when another unit of its group fails', async () => {
    const { flushes, answered, put, stored, settle } = createStoreOnSlowDisk()
    void put('a')
    await settle()
    void put('b')
    await settle()
    void put('c', new Error('no'))
    void put('d')
    await settle()
    flushes[0]?.done()
    await settle()
    expect(stored()).toEqual(['a', 'b', 'd'])
    flushes[1]?.done()
    await settle()
    expect(answered).toEqual(['a', 'b', 'c: no', 'd'])
  })

  test('is impossible after a failed flush: all writes are refused with ERR_STORAGE', async () => {
    const { store, flushes, answered, put, stored, settle } = createStoreOnSlowDisk()
    const reported: unknown[] = []
    store.addFailureListener((error) => reported.push(error))
    void put('a')
    await settle()
    void put('b')
    await settle()
    const failure = new Error('the disk is gone')
    flushes[0]?.fail(failure)
    await settle()
    void put('c')
    await settle()
    expect(answered.sort()).toEqual(['a: ERR_STORAGE', 'b: ERR_STORAGE', 'c: ERR_STORAGE'])
    expect(reported[0]).toBe(failure)
    expect(stored()).toEqual(['a']) // committed but not acknowledged; the open group was rolled back
    expect(store.raw.statements.sqlite.inTransaction).toBe(false)
    await store.idle()
  })
})

test('work between groups waits for the open group and holds later writes until it has settled', async () => {
  const { store, flushes, answered, put, stored, settle } = createStoreOnSlowDisk()
  void put('a')
  await settle()
  void put('b') // joins the open group, because the disk is busy
  await settle()
  let end = () => {}
  let transactionOpen: boolean | undefined
  const paused = store.betweenGroups(() => {
    transactionOpen = store.raw.statements.sqlite.inTransaction
    return new Promise((resolve) => {
      end = resolve
    })
  })
  await settle()
  expect(transactionOpen).toBeUndefined()
  flushes[0]?.done()
  await settle()
  expect([transactionOpen, stored()]).toEqual([false, ['a', 'b']])
  void put('c')
  await settle()
  expect(stored()).toEqual(['a', 'b'])
  end()
  await paused
  await settle()
  flushes[1]?.done()
  await settle()
  expect(stored()).toEqual(['a', 'b', 'c'])
  flushes[2]?.done()
  await settle()
  expect(answered).toEqual(['a', 'b', 'c'])
})

test('failed work between groups does not stop later writes', async () => {
  const { store, put, stored, settle } = createStoreOnSlowDisk()
  await expect(store.betweenGroups(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const failAtOnce = () => {
    throw new Error('never')
  }
  await expect(store.betweenGroups(failAtOnce)).rejects.toThrow('never')
  void put('a')
  await settle()
  expect(stored()).toEqual(['a'])
})

test('a store whose flush failed is closed without copying the log', async () => {
  const { store, flushes, put, settle, file } = createStoreOnSlowDisk()
  void put('a')
  await settle()
  flushes[0]?.fail(new Error('EIO'))
  await settle()
  const before = statSync(`${file}-wal`).size
  await store.close()
  expect(statSync(`${file}-wal`).size).toBe(before)
  expect(new Sqlite(file).query('pragma wal_checkpoint(noop)').get()).toMatchObject({ checkpointed: 0 })
})

test('openStore empties the log of an earlier process, including unflushed frames, and keeps its rows', async () => {
  const file = createDatabasePath()
  const left = new Sqlite(file)
  for (const pragma of ['journal_mode = WAL', 'synchronous = OFF', 'wal_autocheckpoint = 0'])
    left.run(`pragma ${pragma}`)
  left.run('create table t (v text) strict')
  for (let n = 0; n < 100; n++) left.run("insert into t values ('x')")
  const store = openStore(file)
  const { log } = left.query('pragma wal_checkpoint(noop)').get() as { log: number }
  expect(log).toBe(1) // the first frame, written by openStore
  expect(store.read.statements.sqlite.query('select count(*) from t').values()).toEqual([[100]])
  left.close()
  await store.close()
})

test('a store opened while another process reads the log keeps all rows and accepts writes', async () => {
  const file = createDatabasePath()
  const left = new Sqlite(file)
  for (const pragma of ['journal_mode = WAL', 'wal_autocheckpoint = 0']) left.run(`pragma ${pragma}`)
  left.run('create table t (v text) strict')
  for (let n = 0; n < 100; n++) left.run("insert into t values ('x')")
  const reader = new Sqlite(file)
  reader.run('begin')
  reader.query('select * from t').all()
  left.run("insert into t values ('x')")
  const store = openStore(file)
  await store.write(async ({ statements }) => statements.get("insert into t values ('y')").run())
  expect(store.read.statements.sqlite.query('select count(*) from t').values()).toEqual([[102]])
  expect(store.read.statements.sqlite.query('pragma integrity_check').values()).toEqual([['ok']])
  reader.close()
  left.close()
  await store.close()
}, 300_000)

test('sync of a missing log rejects with SQLITE_IOERR_FSYNC', async () => {
  const error = await diskOf(join(tmpdir(), 'nowhere', 'balcao.db'))
    .sync()
    .catch((error) => error)
  expect(error).toMatchObject({ code: 'SQLITE_IOERR_FSYNC' })
})

/**
 * Power cuts. The simulated disk holds what was written when the last finished flush began. The test
 * opens it at more than 50 random moments of writing and checkpointing, and expects all acknowledged rows.
 */
test('a simulated power cut loses no acknowledged row', async () => {
  const file = createDatabasePath()
  const diskCopy = `${file}.diskCopy`
  const real = diskOf(file)
  let cuts = 0
  const disk: Disk = {
    async sync() {
      const copies = ['', '-wal'].map((end) => [`${file}${end}`, `${diskCopy}-next${end}`] as const)
      for (const [from, to] of copies) if (existsSync(from)) copyFileSync(from, to)
      await real.sync()
      for (const end of ['', '-wal']) copyFileSync(`${diskCopy}-next${end}`, `${diskCopy}${end}`)
    },
    close: () => real.close(),
  }
  const opened = openStore(file)
  await opened.write(async ({ statements }) => statements.get('create table t (v text unique) strict').run())
  await opened.close()
  const [sqlite, reader, checkpointer] = [new Sqlite(file), new Sqlite(file), new Sqlite(file)]
  for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL', 'wal_autocheckpoint = 0'])
    sqlite.run(`pragma ${pragma}`)
  const store = new SqliteStore(sqlite, reader, disk)
  const chance = createSeededRandom('power cuts')
  const answered = new Set<string>()

  const writer = async (name: number) => {
    for (let n = 0; n < 60; n++) {
      const v = `${name}/${n}`
      await store.write(async ({ statements }) => statements.get('insert into t (v) values (?)').run(v))
      answered.add(v)
      if (chance.happens(0.3)) await Bun.sleep(1)
      if (chance.happens(0.05)) checkpointer.run('pragma wal_checkpoint(passive)')
      if (chance.happens(0.25)) cutPower()
    }
  }
  const cutPower = () => {
    cuts++
    const acknowledged = [...answered]
    const after = `${file}.after`
    for (const end of ['', '-wal']) copyFileSync(`${diskCopy}${end}`, `${after}${end}`)
    rmSync(`${after}-shm`, { force: true })
    const found = new Sqlite(after)
    expect(found.query('pragma integrity_check').values()).toEqual([['ok']])
    const stored = new Set(
      found
        .query('select v from t')
        .values()
        .map(([v]) => v as string),
    )
    found.close()
    expect(acknowledged.filter((v) => !stored.has(v))).toEqual([])
  }
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(writer))
  expect(cuts).toBeGreaterThan(50)
  checkpointer.close()
  await store.close()
})
