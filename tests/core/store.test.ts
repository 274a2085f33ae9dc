import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore, type SqliteStore } from '../../src/core/storage/sqlite/store'

const opened: { store: SqliteStore; directory: string }[] = []

async function createStoreWithTable() {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-store-'))
  const made = openStore(join(directory, 'balcao.db'), 60_000)
  opened.push({ store: made, directory })
  await made.write(({ kysely }) => sql`create table t (id integer primary key, v text unique) strict`.execute(kysely))
  const insert = (v: string) =>
    made.write(async ({ statements }) => statements.get('insert into t (v) values (?)').run(v).changes)
  const values = () =>
    (made.read.statements.get('select v from t order by id').all() as { v: string }[]).map(({ v }) => v)
  return { store: made, insert, values }
}

afterEach(async () => {
  for (const { store, directory } of opened.splice(0)) {
    await store.close()
    rmSync(directory, { recursive: true })
  }
})

test('the writes of one tick share a transaction and are visible when they resolve', async () => {
  const { store, insert, values } = await createStoreWithTable()
  await Promise.all(['a', 'b', 'c'].map(insert))
  expect(values()).toEqual(['a', 'b', 'c'])
  expect(store.raw.statements.sqlite.inTransaction).toBe(false)
})

test('a group of several units takes the units that arrive in the next turn of the event loop', async () => {
  const { store, insert } = await createStoreWithTable()
  const commits: string[] = []
  const { sqlite } = store.raw.statements
  const run = sqlite.run.bind(sqlite)
  sqlite.run = (text: string) => {
    if (text === 'commit') commits.push(text)
    return run(text)
  }
  let late: Promise<unknown> | undefined
  const first = store.write(async () => setImmediate(() => (late = insert('late'))))
  await Promise.all([first, insert('a')])
  await late
  expect(commits).toHaveLength(1)
})

test('a unit that fails undoes only itself', async () => {
  const { insert, values } = await createStoreWithTable()
  const results = await Promise.allSettled([insert('a'), insert('a'), insert('b')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(values()).toEqual(['a', 'b'])
})

test('ids become visible in ascending order, also when units fail and groups run again', async () => {
  const { store } = await createStoreWithTable()
  const put = (v: number) =>
    store.write(async ({ statements }) => {
      await Promise.resolve()
      statements.get('insert into t (v) values (?)').run(`${v}`)
      if (v % 7 === 0) throw new Error('no')
    })
  const seen: number[] = []
  const readNewRows = () => {
    const last = seen.at(-1) ?? 0
    const rows = store.read.statements.get('select id from t order by id').all() as { id: number }[]
    // search-index.ts relies on this: no row appears below an id that was visible before.
    expect(rows.filter(({ id }) => id <= last).map(({ id }) => id)).toEqual(seen)
    seen.push(...rows.filter(({ id }) => id > last).map(({ id }) => id))
  }
  for (let round = 0; round < 20; round++) {
    const writes = Array.from({ length: 10 }, (_, n) => put(round * 10 + n))
    for (const write of writes) {
      await write.catch(() => {})
      readNewRows()
    }
  }
  expect(seen).toHaveLength(200 - Math.ceil(200 / 7))
})

test('a unit that fails after a write leaves no row', async () => {
  const { store, insert, values } = await createStoreWithTable()
  const half = store.write(async ({ statements }) => {
    statements.get('insert into t (v) values (?)').run('half')
    throw new Error('no')
  })
  const [refused] = await Promise.allSettled([half, insert('whole')])
  expect(refused.status).toBe('rejected')
  expect(values()).toEqual(['whole'])
})

test('a unit that fails after writing is undone, and the other units of its commit run again and are stored once', async () => {
  const { store, values } = await createStoreWithTable()
  const runs: string[] = []
  const put = (v: string, fails: boolean) =>
    store.write(async ({ statements }) => {
      runs.push(v)
      statements.get('insert into t (v) values (?)').run(v)
      if (fails) throw new Error(v)
      return v
    })
  const results = await Promise.allSettled([put('a', false), put('b', true), put('c', false)])
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason)))).toEqual([
    'a',
    'Error: b',
    'c',
  ])
  expect(runs).toEqual(['a', 'b', 'a', 'b', 'c'])
  expect(values()).toEqual(['a', 'c'])
})

test('a unit that fails before it writes leaves the other units of its commit alone', async () => {
  const { store, insert, values } = await createStoreWithTable()
  let runs = 0
  const first = store.write(async ({ statements }) => {
    runs++
    statements.get('insert into t (v) values (?)').run('a')
  })
  const refused = store.write(async () => {
    throw new Error('no')
  })
  const results = await Promise.allSettled([first, refused, insert('b')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(runs).toBe(1)
  expect(values()).toEqual(['a', 'b'])
})

test('a store without room on its disk is full until a write is stored again', async () => {
  const { store, insert, values } = await createStoreWithTable()
  const { sqlite } = store.raw.statements
  const { page_count } = sqlite.query('pragma page_count').get() as { page_count: number }
  sqlite.run(`pragma max_page_count = ${page_count}`) // SQLite then answers as for a full disk
  const attempts = await Promise.allSettled(['a'.repeat(9000), 'b'.repeat(9000)].map(insert))
  expect(attempts.map((one) => one.status === 'rejected' && one.reason.message)).toEqual(['ERR_STORAGE', 'ERR_STORAGE'])
  expect(store.isFull).toBe(true)
  sqlite.run('pragma max_page_count = 4294967294')
  await insert('c')
  expect([store.isFull, values()]).toEqual([false, ['c']])
})

test('readers do not see uncommitted rows', async () => {
  const { store, values } = await createStoreWithTable()
  const seen: string[][] = []
  await store.write(async ({ statements }) => {
    statements.get('insert into t (v) values (?)').run('early')
    seen.push(values())
  })
  expect(seen).toEqual([[]])
  expect(values()).toEqual(['early'])
})

test('the reader refuses to write', async () => {
  const { store } = await createStoreWithTable()
  expect(() => store.read.statements.get("insert into t (v) values ('x')").run()).toThrow()
  await expect(sql`delete from t`.execute(store.read.kysely)).rejects.toThrow()
})

test('a write that arrives while a unit awaits is stored after that unit', async () => {
  const { store, insert, values } = await createStoreWithTable()
  const slow = store.write(async ({ statements }) => {
    await Bun.sleep(5)
    statements.get('insert into t (v) values (?)').run('slow')
  })
  await Bun.sleep(1)
  await Promise.all([slow, insert('next')])
  expect(values()).toEqual(['slow', 'next'])
})

test('a group that cannot be committed is refused as a whole, and the next one works', async () => {
  const { store, insert, values } = await createStoreWithTable()
  const lost = insert('lost')
  const broken = store.write(async ({ statements }) => {
    statements.sqlite.run('rollback') // SQLite rolls back by itself when the disk is full
    throw new Error('database or disk is full')
  })
  const results = await Promise.allSettled([lost, broken])
  expect(results.map((result) => result.status === 'rejected' && result.reason.code)).toEqual([
    'ERR_STORAGE',
    'ERR_STORAGE',
  ])
  await insert('later')
  expect(values()).toEqual(['later'])
})

test('a write after the store is closed is refused', async () => {
  const { store, insert } = await createStoreWithTable()
  const { directory } = opened.pop() as (typeof opened)[number]
  await store.close()
  await expect(insert('late')).rejects.toThrow('ERR_STORAGE')
  rmSync(directory, { recursive: true })
})
