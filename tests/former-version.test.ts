import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { migrations } from '../migrations'
import { flag, index } from '../migrations/columns'
import { run as backup } from '../src/commands/backup'
import { run as restore } from '../src/commands/restore'
import { copiesDirectory, databaseFile } from '../src/core/storage/data-directory'
import { type Migrations, migrate } from '../src/core/storage/migrate'
import { migrationsOf } from '../src/core/storage/sqlite/open-concurrently'
import { openMemory, type SqliteStore } from '../src/core/storage/sqlite/store'
import { UserError } from '../src/core/user-error'
import { openDatabase } from '../src/database'
import { formerCount, formerDatabase, lastFormer, writeFormerInstallation } from './former-version'
import { insertAnyRow, tablesOf } from './insert-any-row'
import { schemaFacts } from './schema-facts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const sqliteOf = (store: SqliteStore) => store.raw.statements.sqlite
const names = Object.keys(migrations)

/** Rows of every table by its name, the counters of ids included. */
const rowsOf = (sqlite: Sqlite) =>
  Object.fromEntries(
    [...tablesOf(sqlite), 'sqlite_sequence'].map((table) => [
      table,
      sqlite.query(`select * from "${table}" order by 1`).all(),
    ]),
  )

type Rows = ReturnType<typeof rowsOf>

/** Tables that step 85 made anew under another name; it cancels imports of files that were not at their end. */
const successors: Record<string, string> = {
  contact_list_imports: 'contact_imports',
  contact_list_import_errors: 'contact_import_errors',
}
const nameNow = (name: string) => successors[name] ?? name
const renamed = (before: Rows): Rows =>
  Object.fromEntries(
    Object.entries(before).map(([table, rows]) => [nameNow(table), rows.map((row) => rowNow(table, row as never))]),
  )

function rowNow(table: string, row: Record<string, unknown>) {
  if (table === 'sqlite_sequence') return { ...row, name: nameNow(row.name as string) }
  if (table !== 'contact_list_imports') return row
  const { mediaId: _, preview: __, columns: ___, ...kept } = row
  const isOpen = row.source === 'file' && (row.state === 'running' || row.state === 'mapping')
  return isOpen ? { ...kept, state: 'cancelled' } : kept
}

const byName = (rows: unknown[]) => (rows as { name: string }[]).toSorted((a, b) => (a.name < b.name ? -1 : 1))

async function createUpgraded(to: Migrations = migrations): Promise<Sqlite> {
  const store = openMemory(formerDatabase)
  await migrate(store, to)
  return sqliteOf(store)
}

async function createNew(to: Migrations = migrations): Promise<Sqlite> {
  const store = openMemory()
  await migrate(store, to)
  return sqliteOf(store)
}

function createDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'balcao-former-'))
  undo.push(() => rmSync(path, { recursive: true }))
  return path
}

/** The next step as it would be written: a column with an index, and a change of rows. */
const nextStep = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('tags').addColumn('archived', 'integer', flag(0)).execute()
    await index(db, 'tags_archived', 'tags', ['companyId', 'id desc'], sql`archived = 1`)
    await sql`update tags set archived = 1 where id % 2 = 0`.execute(db)
  },
}
const withNextStep = { ...migrations, '9001-archived-tags': nextStep } as unknown as Migrations

describe('a database at the last of the former migrations', () => {
  test('has a row in every table', () => {
    const { sqlite_sequence: _, ...rows } = rowsOf(sqliteOf(openMemory(formerDatabase)))
    expect(Object.entries(rows).filter(([, found]) => found.length === 0)).toEqual([])
  })

  test('gets the schema of a new installation', async () => {
    const sqlite = await createUpgraded()
    expect(schemaFacts(sqlite)).toEqual(schemaFacts(await createNew()))
    expect(migrationsOf(sqlite)).toEqual(names)
  })

  test('has the settings of the search indexes of a new installation', async () => {
    const [upgraded, fresh] = [await createUpgraded(), await createNew()]
    for (const table of ['message_search_config', 'contacts_fts_config']) {
      const settings = `select * from ${table} order by k`
      expect(upgraded.query(settings).all()).toEqual(fresh.query(settings).all())
    }
  })

  test('keeps every row and every counter of ids', async () => {
    // Step 95 empties a cache, so that the figures of days are computed again.
    const {
      sqlite_sequence: ids = [],
      dashboard_days: _,
      ...before
    } = renamed(rowsOf(sqliteOf(openMemory(formerDatabase))))
    const sqlite = await createUpgraded()
    const { installation, sqlite_sequence: idsNow = [], dashboard_days: days, ...after } = rowsOf(sqlite)
    expect(days).toEqual([])
    const added = { key: 'userCreation', value: 'enabled' } // sign-up stays open in an installation of that time
    const isAdded = (row: unknown) => (row as { key: string }).key === added.key
    expect(installation?.filter(isAdded)).toEqual([added])
    const kept = installation?.filter((row) => !isAdded(row))
    expect({ ...after, installation: kept }).toMatchObject(before) // later steps may add columns
    expect(byName(idsNow)).toMatchObject(byName(ids))
    expect(sqlite.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(sqlite.query('pragma foreign_key_check').all()).toEqual([])
  })

  test('keeps the search indexes and their triggers', async () => {
    const sqlite = await createUpgraded()
    const messages = sqlite.query('select rowid as id from message_search where message_search match \'"oti"\'')
    const contacts = sqlite.query('select count(*) as n from contacts_fts')
    const [found] = messages.all() as { id: number }[]
    const { n } = contacts.get() as { n: number }
    expect(n).toBe((sqlite.query('select count(*) as n from contacts').get() as { n: number }).n)
    const others = messages.all().length - 1
    sqlite.run('delete from messages where id = ?', [found?.id ?? 0])
    expect(messages.all()).toHaveLength(others)
    insertAnyRow(sqlite, 'contacts')
    expect(contacts.get()).toEqual({ n: n + 1 })
  })

  test('is migrated on by a next step, to the schema of a new installation', async () => {
    const sqlite = await createUpgraded(withNextStep)
    expect(schemaFacts(sqlite)).toEqual(schemaFacts(await createNew(withNextStep)))
    expect(migrationsOf(sqlite)).toEqual([...names, '9001-archived-tags'])
    const odd = 'select count(*) as n from tags where archived <> (id % 2 = 0)'
    expect(sqlite.query(odd).get()).toEqual({ n: 0 })
  })

  test('keeps the former migrations when a next step fails, so that their version still opens it', async () => {
    const failing = { ...withNextStep, '9002-half': { up: (db: Kysely<unknown>) => sql`select no_such`.execute(db) } }
    const store = openMemory(formerDatabase)
    const before = [schemaFacts(sqliteOf(store)), rowsOf(sqliteOf(store)), migrationsOf(sqliteOf(store))]
    await expect(migrate(store, failing as unknown as Migrations)).rejects.toThrow('9002-half')
    expect([schemaFacts(sqliteOf(store)), rowsOf(sqliteOf(store)), migrationsOf(sqliteOf(store))]).toEqual(before)
    expect(migrationsOf(sqliteOf(store))).toHaveLength(formerCount)
  })

  test('is copied before it is opened', async () => {
    const directory = createDirectory()
    writeFormerInstallation(directory)
    const store = await openDatabase(directory)
    expect(migrationsOf(sqliteOf(store))).toEqual(names)
    await store.close()
    const [copy = ''] = readdirSync(copiesDirectory(directory))
    expect(copy).toStartWith(`before-${names[0]}-`)
    const copied = new Sqlite(join(copiesDirectory(directory), copy), { readonly: true })
    undo.push(() => copied.close())
    expect(migrationsOf(copied).at(-1)).toBe(lastFormer)
    expect(migrationsOf(copied)).toHaveLength(formerCount)
  })

  test('is restored from a backup made by its version', async () => {
    const directory = createDirectory()
    const [old, restored, file] = [join(directory, 'old'), join(directory, 'restored'), join(directory, 'old.tar')]
    mkdirSync(old)
    writeFormerInstallation(old)
    // 1: the files of its messages are not kept here.
    expect(await backup({ env: { BALCAO_DATA_DIR: old }, args: [file], options: new Set() })).toBe(1)
    expect(await restore({ env: { BALCAO_DATA_DIR: restored }, args: [file], options: new Set() })).toBe(0)
    const sqlite = new Sqlite(databaseFile(restored))
    undo.push(() => sqlite.close())
    expect(migrationsOf(sqlite)).toEqual(names)
    expect(sqlite.query('select count(*) as n from wa_creds').get()).toEqual({ n: 0 })
  })
})

test('a database before the last of the former migrations is refused with the version that upgrades it', async () => {
  const store = openMemory(formerDatabase)
  sqliteOf(store).run("delete from kysely_migration where name > '0020'")
  const before = migrationsOf(sqliteOf(store))
  const attempt = migrate(store, migrations)
  await expect(attempt).rejects.toThrow(UserError)
  await expect(attempt).rejects.toThrow(
    /too old for this version .*0019-privacy.*; open it once with version 0\.1\.0 \(commit 500f3e48\), then with this one/,
  )
  expect(migrationsOf(sqliteOf(store))).toEqual(before)
})

test('a database with former migrations and one of a newer version is refused as newer', async () => {
  const store = openMemory(formerDatabase)
  sqliteOf(store).run("insert into kysely_migration (name, timestamp) values ('9999-future', '9999')")
  await expect(migrate(store, migrations)).rejects.toThrow(/newer version of Balcão \(it has 9999-future\)/)
})
