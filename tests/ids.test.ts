import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../migrations'
import { migrate } from '../src/core/storage/migrate'
import { openMemory, openStore, type SqliteStore } from '../src/core/storage/sqlite/store'
import { formerDatabase } from './former-version'
import { assignsIds, insertAnyRow, tablesOf } from './insert-any-row'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const sqliteOf = (store: SqliteStore) => store.raw.statements.sqlite

/** Migrated database, empty or from the former version, with a new company in it. */
async function createMigrated(image?: Uint8Array) {
  const store = openMemory(image)
  await migrate(store, migrations)
  const sqlite = sqliteOf(store)
  return { sqlite, companyId: Number(insertAnyRow(sqlite, 'companies').id) }
}

test('an upgraded installation gives no id of a row that was deleted before', async () => {
  const { sqlite } = await createMigrated(formerDatabase)
  for (const table of ['users', 'contacts', 'tickets', 'messages', 'connections']) {
    const { id } = sqlite.query(`select max(id) as id from "${table}"`).get() as { id: number }
    const { seq } = sqlite.query('select seq from sqlite_sequence where name = ?').get(table) as { seq: number }
    expect(seq).toBeGreaterThan(id)
    expect(insertAnyRow(sqlite, table).id).toBeGreaterThan(seq)
  }
})

describe.each([
  ['a new installation', await createMigrated()],
  ['an upgraded installation', await createMigrated(formerDatabase)],
])('in %s', (_, { sqlite, companyId }) => {
  const tables = tablesOf(sqlite).filter((table) => assignsIds(sqlite, table) && table !== 'search_progress')

  test('more than 40 tables assign ids', () => {
    expect(tables.length).toBeGreaterThan(40)
  })

  test.each(tables)('%s: the row after a deleted one has a higher id', (table) => {
    const first = insertAnyRow(sqlite, table, companyId)
    const last = (sqlite.query(`select max(id) as id from "${table}"`).get() as { id: number }).id
    expect(first.id).toBe(last)
    deleteRow(sqlite, table, last)
    expect(sqlite.query(`select 1 from "${table}" where id = ?`).get(last)).toBeNull()
    expect(Number(insertAnyRow(sqlite, table, companyId).id)).toBeGreaterThan(last)
  })
})

/** Deletes a row, also of append-only tables, whose triggers it removes meanwhile. */
function deleteRow(sqlite: Sqlite, table: string, id: number) {
  const triggers = sqlite
    .query("select name, sql from sqlite_master where type = 'trigger' and tbl_name = ? and name like '%_kept'")
    .all(table) as { name: string; sql: string }[]
  for (const { name } of triggers) sqlite.run(`drop trigger "${name}"`)
  sqlite.run(`delete from "${table}" where id = ?`, [id])
  for (const { sql } of triggers) sqlite.run(sql)
}

test('a restart, VACUUM and a copy keep the last id of deleted rows', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-ids-'))
  undo.push(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'balcao.db')
  const store = openStore(file)
  await migrate(store, migrations)
  const tables = ['companies', 'users', 'tickets', 'messages']
  insertAnyRow(sqliteOf(store), 'companies')
  const last = tables.map((table) => Number(insertAnyRow(sqliteOf(store), table).id))
  for (const [n, table] of tables.entries()) sqliteOf(store).run(`delete from "${table}" where id = ?`, [last[n] ?? 0])
  await store.close()

  const again = new Sqlite(file)
  undo.push(() => again.close())
  again.run('vacuum')
  const copy = join(directory, 'copy.db')
  again.query('vacuum into ?').run(copy)
  const copied = new Sqlite(copy)
  undo.push(() => copied.close())
  for (const sqlite of [again, copied]) {
    insertAnyRow(sqlite, 'companies')
    for (const [n, table] of tables.entries())
      expect(Number(insertAnyRow(sqlite, table).id)).toBeGreaterThan(last[n] ?? 0)
  }
})
