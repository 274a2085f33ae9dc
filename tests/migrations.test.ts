import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { migrations } from '../migrations'
import { readableSince } from '../migrations/readable-since'
import { copyBefore } from '../src/core/backup/copy-before-migration'
import { databaseFile } from '../src/core/storage/data-directory'
import { compareSchema, type Migrations, migrate } from '../src/core/storage/migrate'
import { readableSinceOf } from '../src/core/storage/sqlite/open-concurrently'
import { openMemory, openStore, type SqliteStore } from '../src/core/storage/sqlite/store'
import { UserError } from '../src/core/user-error'
import { openDatabase } from '../src/database'
import { writeFormerInstallation } from './former-version'
import { tablesOf } from './insert-any-row'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

function createDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'balcao-migrations-'))
  undo.push(() => rmSync(path, { recursive: true }))
  return path
}

function openInDirectory(path: string): SqliteStore {
  const store = openStore(databaseFile(path))
  undo.push(() => store.close())
  return store
}

const schemaOf = (store: SqliteStore) =>
  store.raw.statements.sqlite.query('select name, sql from sqlite_master where sql is not null order by name').all()

const names = Object.keys(migrations)

test('the list contains every migration of the folder in order, each with a number of its own', () => {
  const numbered = readdirSync('migrations').filter((file) => /^\d{4}-/.test(file))
  expect(names).toEqual(numbered.map((file) => file.replace('.ts', '')).sort())
  const numbers = names.map((name) => Number(name.slice(0, 4)))
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(names[0]! > migrations['0078-baseline'].replaces.last).toBe(true)
})

test('migrating an empty database gives an intact database without pending migrations', async () => {
  const store = openMemory()
  expect(await migrate(store, migrations)).toEqual(names)
  const { sqlite } = store.raw.statements
  expect(sqlite.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  expect(sqlite.query('pragma foreign_key_check').all()).toEqual([])
  expect(compareSchema(store, migrations)).toEqual({ applied: names, pending: [] })
})

test('a new database has no row but the progress of the search index', async () => {
  const store = openMemory()
  await migrate(store, migrations)
  const { sqlite } = store.raw.statements
  const rows = tablesOf(sqlite).flatMap((table) =>
    sqlite.query(`select '${table}' as "table", * from "${table}"`).all(),
  )
  expect(rows).toEqual([{ table: 'search_progress', id: 1, indexed: 0 }])
})

test('every table is strict, and every companyId has a foreign key', async () => {
  const store = openMemory()
  await migrate(store, migrations)
  const { sqlite } = store.raw.statements
  const tables = sqlite
    .query("select name, strict from pragma_table_list where schema = 'main' and type = 'table'")
    .all()
  const ours = (tables as { name: string; strict: number }[]).filter(({ name }) => !/^(sqlite_|kysely_)/.test(name))
  expect(ours.filter(({ strict }) => strict !== 1)).toEqual([])
  const columns = (name: string) =>
    sqlite.query('select name from pragma_table_info(?)').all(name) as { name: string }[]
  const owned = ours.filter(({ name }) => columns(name).some((column) => column.name === 'companyId'))
  const keys = (name: string) => sqlite.query('select "from" as column from pragma_foreign_key_list(?)').all(name)
  const loose = owned.filter(
    ({ name }) => !(keys(name) as { column: string }[]).some((key) => key.column === 'companyId'),
  )
  expect(loose.map(({ name }) => name)).toEqual([])
})

test('every table is created after those that its foreign keys name', async () => {
  const store = openMemory()
  await migrate(store, migrations)
  const { sqlite } = store.raw.statements
  const names = sqlite.query("select name from sqlite_schema where type = 'table' order by rowid").values().flat()
  const early = names.flatMap((name, at) => {
    const targets = sqlite.query('select distinct "table" from pragma_foreign_key_list(?)').values(name as string)
    return targets
      .flat()
      .filter((target) => names.indexOf(target) > at)
      .map((target) => `${name} → ${target}`)
  })
  expect(names.length).toBeGreaterThan(100)
  expect(early).toEqual([])
})

const good = { up: (db: Kysely<unknown>) => sql`create table extra (id integer primary key) strict`.execute(db) }
const half = {
  async up(db: Kysely<unknown>) {
    await sql`create table half_done (id integer primary key) strict`.execute(db)
    await sql`alter table companies add column extra text`.execute(db)
    await sql`insert into no_such_table values (1)`.execute(db)
  },
}

test('a migration that fails half-way is named in the error and leaves the schema unchanged', async () => {
  const store = openInDirectory(createDirectory())
  await migrate(store, migrations)
  const before = schemaOf(store)
  const newer = { ...migrations, '9001-extra': good, '9002-half': half } as unknown as Migrations
  await expect(migrate(store, newer)).rejects.toThrow('9002-half')
  expect(schemaOf(store)).toEqual(before)
  expect(compareSchema(store, newer).pending).toEqual(['9001-extra', '9002-half'])
  // A corrected migration succeeds on the same database.
  const corrected = { ...migrations, '9001-extra': good, '9002-half': { up: async () => {} } } as unknown as Migrations
  expect(await migrate(store, corrected)).toEqual(['9001-extra', '9002-half'])
})

test('compareSchema throws for a database with an unknown migration', async () => {
  const store = openMemory()
  await migrate(store, { ...migrations, '9001-extra': good } as unknown as Migrations)
  expect(() => compareSchema(store, migrations)).toThrow(UserError)
  expect(() => compareSchema(store, migrations)).toThrow(/newer version.*9001-extra/)
})

/** Applies a step of a newer version, which says since when its schema is readable. */
async function migrateFurther(store: SqliteStore, since: string) {
  await migrate(store, { ...migrations, '9001-extra': good } as unknown as Migrations)
  await store.write(({ kysely }) =>
    kysely.insertInto('installation').values({ key: 'readableSince', value: since }).execute(),
  )
}

test('a version that can read a newer schema serves it and changes nothing in it', async () => {
  expect(names).toContain(readableSince)
  const store = openMemory()
  await migrate(store, migrations)
  await migrateFurther(store, names.at(-1) as string)
  expect(compareSchema(store, migrations).pending).toEqual([])
  expect(await migrate(store, migrations)).toEqual([])
  expect(compareSchema(store, migrations).applied).toEqual([...names, '9001-extra'])
})

test('a version before the one since which a newer schema is readable, or with steps of its own, is refused', async () => {
  const store = openMemory()
  await migrate(store, migrations)
  await migrateFurther(store, '9001-extra')
  expect(() => compareSchema(store, migrations)).toThrow(/newer version.*9001-extra/)
  await store.write(({ kysely }) =>
    kysely
      .updateTable('installation')
      .set({ value: names.at(-1) as string })
      .where('key', '=', 'readableSince')
      .execute(),
  )
  expect(compareSchema(store, migrations).pending).toEqual([])
  const other = { ...migrations, '9000-own': good } as unknown as Migrations
  expect(() => compareSchema(store, other)).toThrow(/newer version.*9001-extra/)
})

test('a start with steps to apply says since when the schema is readable; a new database says nothing', async () => {
  const [fresh, former] = [createDirectory(), createDirectory()]
  writeFormerInstallation(former)
  const said: unknown[] = []
  for (const path of [fresh, former]) {
    const store = await openDatabase(path)
    said.push(readableSinceOf(store.raw.statements.sqlite))
    await store.close()
  }
  expect(said).toEqual([null, readableSince])
})

test('copyBefore writes an intact copy and keeps the last three', async () => {
  const path = createDirectory()
  const store = openInDirectory(path)
  await migrate(store, migrations)
  const copies: string[] = []
  for (const name of ['0007-a', '0003-b', '0004-c', '0005-d']) {
    copies.push(copyBefore(store, join(path, 'copies'), name))
    await Bun.sleep(2)
  }
  const copy = new Sqlite(copies[3] as string, { readonly: true })
  expect(copy.query('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  expect(copy.query('select name from kysely_migration order by name').all()).toHaveLength(names.length)
  copy.close()
  expect(readdirSync(join(path, 'copies'))).toHaveLength(3)
  expect(readdirSync(join(path, 'copies')).some((file) => file.includes('0007-a'))).toBe(false)
})
