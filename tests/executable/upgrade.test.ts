import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations'
import { databaseFile } from '../../src/core/storage/data-directory'
import { openStore } from '../../src/core/storage/db'
import { type Migrations, migrate } from '../../src/core/storage/migrate'
import { cleanUp, run, serve, signIn, temporaryDirectory } from './balcao'

afterEach(cleanUp)

const all = Object.entries(migrations)

/** Creates a data directory with the first `count` migrations applied, then calls `then` with its database. */
async function createOlderDatabase(count: number, then: (sqlite: Sqlite) => void = () => {}): Promise<string> {
  const path = temporaryDirectory()
  mkdirSync(path, { recursive: true })
  const store = openStore(databaseFile(path))
  await migrate(store, Object.fromEntries(all.slice(0, count)) as Migrations)
  then(store.raw.statements.sqlite)
  await store.close()
  await Bun.write(join(path, 'secret.key'), `${'k'.repeat(43)}\n`)
  return path
}

function withDatabase<R>(path: string, work: (sqlite: Sqlite) => R): R {
  const sqlite = new Sqlite(databaseFile(path))
  try {
    return work(sqlite)
  } finally {
    sqlite.close()
  }
}
const schemaOf = (path: string) =>
  withDatabase(path, (sqlite) =>
    sqlite.query('select name, sql from sqlite_master where sql is not null order by name').all(),
  )
const countMigrations = (path: string) =>
  withDatabase(path, (sqlite) => sqlite.query('select name from kysely_migration').all().length)

test('an older database is copied, migrated and served', async () => {
  const dataDir = await createOlderDatabase(1)
  const serving = await serve({ BALCAO_DATA_DIR: dataDir })
  expect(await signIn(serving)).toBeString()
  const [copy] = readdirSync(join(dataDir, 'copies'))
  expect(copy).toStartWith(`before-${all[1]?.[0]}-`)
  await serving.stop()
  expect(countMigrations(dataDir)).toBe(all.length)
})

test('a failed migration changes nothing, is named in the error and keeps the copy', async () => {
  // Migration 0003 creates a table that exists already; the migrations before it would succeed.
  const dataDir = await createOlderDatabase(1, (sqlite) => sqlite.run('create table messages (surprise text) strict'))
  const before = schemaOf(dataDir)
  const { code, err } = await run(['serve'], { BALCAO_DATA_DIR: dataDir })
  expect([code, err]).toEqual([1, expect.stringMatching(/migration 0003-conversations failed.*already exists/)])
  expect(schemaOf(dataDir)).toEqual(before)
  expect(countMigrations(dataDir)).toBe(1)
  expect(readdirSync(join(dataDir, 'copies'))).toHaveLength(1)
  // Without the table, the same executable migrates and serves.
  withDatabase(dataDir, (sqlite) => sqlite.run('drop table messages'))
  await serve({ BALCAO_DATA_DIR: dataDir })
})

test('a kill at any moment of a migration leaves the old schema or the new one', async () => {
  const seen = new Set<number>()
  for (const delay of [20, 30, 35, 40, 45, 50, 60, 90]) {
    const dataDir = await createOlderDatabase(1)
    const child = run(
      ['serve'],
      { BALCAO_DATA_DIR: dataDir, BALCAO_PORT: '0', BALCAO_HOST: '127.0.0.1' },
      undefined,
      delay,
    )
    await child
    const applied = countMigrations(dataDir)
    expect([1, all.length]).toContain(applied)
    expect(withDatabase(dataDir, (sqlite) => sqlite.query('pragma integrity_check').get())).toEqual({
      integrity_check: 'ok',
    })
    seen.add(applied)
  }
  expect(seen.size).toBeGreaterThan(0)
})

test('a database of a newer version is refused', async () => {
  const dataDir = await createOlderDatabase(all.length, (sqlite) =>
    sqlite.run("insert into kysely_migration (name, timestamp) values ('9999-future', '')"),
  )
  const { code, err } = await run(['serve'], { BALCAO_DATA_DIR: dataDir })
  expect([code, err]).toEqual([1, expect.stringMatching(/newer version of Balcão.*9999-future/)])
})

test('a database file with other content is refused', async () => {
  const dataDir = await createOlderDatabase(all.length)
  await Bun.write(databaseFile(dataDir), 'not a database, but long enough to be read as one. '.repeat(100))
  const { code, err } = await run(['serve'], { BALCAO_DATA_DIR: dataDir })
  expect([code, err]).toEqual([1, expect.stringContaining('is damaged')])
})

test('a server with a damaged database page starts in the state damaged and logs the restore command', async () => {
  const serving = await serve()
  await serving.stop()
  const file = databaseFile(serving.dataDir)
  const bytes = await Bun.file(file).bytes()
  const page = withDatabase(serving.dataDir, (sqlite) =>
    sqlite.query("select rootpage from sqlite_master where name = 'messages'").get(),
  )
  const at = ((page as { rootpage: number }).rootpage - 1) * 4096
  bytes.fill(0xa5, at, at + 4096)
  await Bun.write(file, bytes)
  const { get, log } = await serve({ BALCAO_DATA_DIR: serving.dataDir }, ['serve'], undefined, 'damaged')
  expect((await get('/healthz')).status).toBe(200)
  expect(log().some(({ level, msg }) => level === 60 && msg.includes('restore FILE'))).toBe(true)
})
