import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { migrations } from '../../migrations'
import { copiesDirectory, databaseFile } from '../../src/core/storage/data-directory'
import { migrationsOf } from '../../src/core/storage/sqlite/open-concurrently'
import { formerAdmin, formerCount, writeFormerInstallation } from '../former-version'
import { schemaFacts } from '../schema-facts'
import { cleanUp, executable, run, serve, signIn, temporaryDirectory } from './balcao'

afterEach(cleanUp)

const names = Object.keys(migrations)

/** Creates a data directory of the former version, then calls `then` with its database. */
function createFormerInstallation(then: (sqlite: Sqlite) => void = () => {}): string {
  const path = temporaryDirectory()
  writeFormerInstallation(path)
  withDatabase(path, then)
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
const stateOf = (path: string) =>
  withDatabase(path, (sqlite) => ({ schema: schemaFacts(sqlite), applied: migrationsOf(sqlite) }))
const countApplied = (path: string) => stateOf(path).applied.length
const checkIntegrity = (path: string) =>
  withDatabase(path, (sqlite) => sqlite.query('pragma integrity_check').values().flat())
const copiesOf = (path: string) => (existsSync(copiesDirectory(path)) ? readdirSync(copiesDirectory(path)) : [])

/** Starts the server on the directory and kills it `delay` ms after `begun` is true, or after it became ready. */
async function killAfter(path: string, begun: () => boolean, delay: number) {
  const env = { BALCAO_DATA_DIR: path, BALCAO_PORT: '0', BALCAO_HOST: '127.0.0.1' }
  const child = Bun.spawn([executable, 'serve'], { env, stdout: 'ignore', stderr: 'ignore' })
  while (!begun() && child.exitCode === null) await Bun.sleep(1)
  await Bun.sleep(delay)
  child.kill('SIGKILL')
  await child.exited
}

test('a database of the former version is copied, migrated and served', async () => {
  const dataDir = createFormerInstallation()
  const serving = await serve({ BALCAO_DATA_DIR: dataDir })
  expect(await signIn(serving, formerAdmin)).toBeString()
  const [copy] = copiesOf(dataDir)
  expect(copy).toStartWith(`before-${names[0]}-`)
  await serving.stop()
  expect(stateOf(dataDir).applied).toEqual(names)
})

test('a failed migration changes nothing, is named in the error and keeps the copy', async () => {
  const dataDir = createFormerInstallation((sqlite) =>
    sqlite.run(`create trigger surprise before delete on kysely_migration
      when old.name > '0050' begin select raise(abort, 'a surprise'); end`),
  )
  const before = stateOf(dataDir)
  const { code, err } = await run(['serve'], { BALCAO_DATA_DIR: dataDir })
  expect([code, err]).toEqual([1, expect.stringMatching(/migration 0078-baseline failed.*a surprise/)])
  expect(stateOf(dataDir)).toEqual(before)
  expect(copiesOf(dataDir)).toHaveLength(1)
  // Without the trigger, the same executable migrates and serves.
  withDatabase(dataDir, (sqlite) => sqlite.run('drop trigger surprise'))
  await serve({ BALCAO_DATA_DIR: dataDir })
})

test.each([0, 5, 15, 40])('a kill %d ms after the copy leaves the old schema or the new one', async (delay) => {
  const dataDir = createFormerInstallation()
  const { schema } = stateOf(dataDir)
  await killAfter(dataDir, () => copiesOf(dataDir).length > 0, delay)
  expect([formerCount, names.length]).toContain(countApplied(dataDir))
  expect(stateOf(dataDir).schema).toEqual(schema)
  expect(checkIntegrity(dataDir)).toEqual(['ok'])
})

test.each([0, 20, 60, 160])('a kill %d ms into a first start leaves no table or all', async (delay) => {
  const dataDir = temporaryDirectory()
  await killAfter(dataDir, () => existsSync(databaseFile(dataDir)), delay)
  const { applied, schema } = stateOf(dataDir)
  expect([0, names.length]).toContain(applied.length)
  if (applied.length === 0) expect(schema).toEqual([])
  expect(checkIntegrity(dataDir)).toEqual(['ok'])
  await (await serve({ BALCAO_DATA_DIR: dataDir })).stop()
  expect(stateOf(dataDir).applied).toEqual(names)
})

test('a database of the former version is neither copied nor migrated with the key of another installation', async () => {
  const dataDir = createFormerInstallation()
  const before = stateOf(dataDir)
  const env = { BALCAO_DATA_DIR: dataDir, BALCAO_SECRET: 'the root key of another installation' }
  const { code, err } = await run(['serve'], env)
  expect([code, err]).toEqual([1, expect.stringContaining('the key is not the one this database was made with')])
  expect(stateOf(dataDir)).toEqual(before)
  expect(copiesOf(dataDir)).toEqual([])
})

test('a database of a newer version is refused', async () => {
  const dataDir = createFormerInstallation((sqlite) =>
    sqlite.run("insert into kysely_migration (name, timestamp) values ('9999-future', '')"),
  )
  const { code, err } = await run(['serve'], { BALCAO_DATA_DIR: dataDir })
  expect([code, err]).toEqual([1, expect.stringMatching(/newer version of Balcão.*9999-future/)])
})

test('a database older than the former version is refused by serve and doctor with the version to open it', async () => {
  const dataDir = createFormerInstallation((sqlite) => sqlite.run("delete from kysely_migration where name > '0020'"))
  const before = stateOf(dataDir)
  const { code, err } = await run(['serve'], { BALCAO_DATA_DIR: dataDir })
  expect([code, err]).toEqual([1, expect.stringMatching(/too old.*0019-privacy.*open it once with version 0\.1\.0/)])
  expect((await run(['doctor'], { BALCAO_DATA_DIR: dataDir })).out).toMatch(/BAD +database.*too old[\s\S]*open it once/)
  expect(stateOf(dataDir)).toEqual(before)
  expect(copiesOf(dataDir)).toEqual([])
})

test('a database file with other content is refused', async () => {
  const dataDir = createFormerInstallation()
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
