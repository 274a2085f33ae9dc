import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, Store } from '../../src/core/storage/db'
import { type Disk, diskOf } from '../../src/core/storage/disk'
import { AppError } from '../../src/shared/errors'
import { createSeededRandom } from '../crash/seeded-random'

const directories: string[] = []
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true })
})
function place(): string {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-durable-'))
  directories.push(directory)
  return join(directory, 'balcao.db')
}

/** A store whose disk is as slow as the test wants; `put` writes one row. */
function onSlowDisk() {
  const file = place()
  const sqlite = new Sqlite(file)
  for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL']) sqlite.run(`pragma ${pragma}`)
  sqlite.run('create table t (v text unique) strict')
  const flushes: { done(): void; fail(error: Error): void }[] = []
  const disk: Disk = {
    sync: () => new Promise((done, fail) => flushes.push({ done, fail })),
    close: () => {},
  }
  const reader = new Sqlite(sqlite.filename)
  const store = new Store(sqlite, reader, disk)
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
  /** Several turns of the event loop: whatever could happen by itself has happened. */
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { store, file, flushes, answered, put, stored, settle }
}

describe('what is promised', () => {
  test('is on the disk: nobody is answered before', async () => {
    const { flushes, answered, put, stored, settle } = onSlowDisk()
    void put('a')
    await settle()
    expect([stored(), answered, flushes.length]).toEqual([['a'], [], 1])
    flushes[0]?.done()
    await settle()
    expect(answered).toEqual(['a'])
  })

  test('whoever comes while the disk is busy shares the next group, and is answered by its own flush', async () => {
    const { flushes, answered, put, stored, settle } = onSlowDisk()
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

  test('a unit that fails in the open group undoes only itself', async () => {
    const { flushes, answered, put, stored, settle } = onSlowDisk()
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

  test('a flush that fails promises nothing, and neither does anything after it', async () => {
    const { store, flushes, answered, put, stored, settle } = onSlowDisk()
    const told: unknown[] = []
    store.addFailureListener((error) => told.push(error))
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
    expect(told[0]).toBe(failure)
    expect(stored()).toEqual(['a']) // committed, promised to nobody; the open group is undone
    expect(store.raw.statements.sqlite.inTransaction).toBe(false)
    await store.idle()
  })
})

test('work between groups waits for the open group and holds later writes until it has settled', async () => {
  const { store, flushes, answered, put, stored, settle } = onSlowDisk()
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

test('work between groups that fails lets the writes go on', async () => {
  const { store, put, stored, settle } = onSlowDisk()
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
  const { store, flushes, put, settle, file } = onSlowDisk()
  void put('a')
  await settle()
  flushes[0]?.fail(new Error('EIO'))
  await settle()
  const before = statSync(`${file}-wal`).size
  await store.close()
  expect(statSync(`${file}-wal`).size).toBe(before)
  expect(new Sqlite(file).query('pragma wal_checkpoint(noop)').get()).toMatchObject({ checkpointed: 0 })
})

test('a store that is opened empties the log that was left, also of frames that nothing flushed', async () => {
  const file = place()
  const left = new Sqlite(file)
  for (const pragma of ['journal_mode = WAL', 'synchronous = OFF', 'wal_autocheckpoint = 0'])
    left.run(`pragma ${pragma}`)
  left.run('create table t (v text) strict')
  for (let n = 0; n < 100; n++) left.run("insert into t values ('x')")
  const store = openStore(file)
  const { log } = left.query('pragma wal_checkpoint(noop)').get() as { log: number }
  expect(log).toBe(1) // its own first frame
  expect(store.read.statements.sqlite.query('select count(*) from t').values()).toEqual([[100]])
  left.close()
  await store.close()
})

test('a store opened beside a reader of the log keeps every row, and its own', async () => {
  const file = place()
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
}, 60_000)

test('a log that cannot be flushed is told as SQLite tells it', async () => {
  const error = await diskOf(join(tmpdir(), 'nowhere', 'balcao.db'))
    .sync()
    .catch((error) => error)
  expect(error).toMatchObject({ code: 'SQLITE_IOERR_FSYNC' })
})

/**
 * Power cuts (reliability.md R3): the platter has what was written when the last finished flush began. Whatever was
 * answered must be found by whoever opens that, at a hundred moments of writing and checkpointing.
 */
test('nothing that was answered is lost when the power goes', async () => {
  const file = place()
  const platter = `${file}.platter`
  const real = diskOf(file)
  let cuts = 0
  const disk: Disk = {
    async sync() {
      const copies = ['', '-wal'].map((end) => [`${file}${end}`, `${platter}-next${end}`] as const)
      for (const [from, to] of copies) if (existsSync(from)) copyFileSync(from, to)
      await real.sync()
      for (const end of ['', '-wal']) copyFileSync(`${platter}-next${end}`, `${platter}${end}`)
    },
    close: () => real.close(),
  }
  const opened = openStore(file)
  await opened.write(async ({ statements }) => statements.get('create table t (v text unique) strict').run())
  await opened.close()
  const [sqlite, reader, checkpointer] = [new Sqlite(file), new Sqlite(file), new Sqlite(file)]
  for (const pragma of ['journal_mode = WAL', 'synchronous = NORMAL', 'wal_autocheckpoint = 0'])
    sqlite.run(`pragma ${pragma}`)
  const store = new Store(sqlite, reader, disk)
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
    const promised = [...answered]
    const after = `${file}.after`
    for (const end of ['', '-wal']) copyFileSync(`${platter}${end}`, `${after}${end}`)
    rmSync(`${after}-shm`, { force: true })
    const found = new Sqlite(after)
    expect(found.query('pragma integrity_check').values()).toEqual([['ok']])
    const there = new Set(
      found
        .query('select v from t')
        .values()
        .map(([v]) => v as string),
    )
    found.close()
    expect(promised.filter((v) => !there.has(v))).toEqual([])
  }
  await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(writer))
  expect(cuts).toBeGreaterThan(50)
  checkpointer.close()
  await store.close()
})
