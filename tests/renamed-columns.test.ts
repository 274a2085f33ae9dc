import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../migrations'
import { run as backup } from '../src/commands/backup'
import { run as restore } from '../src/commands/restore'
import { databaseFile } from '../src/core/storage/data-directory'
import { openMemory, openStore, type Store } from '../src/core/storage/db'
import { type Migrations, migrate } from '../src/core/storage/migrate'
import { insertAnyRow, tablesOf } from './insert-any-row'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Migration 0023 renames columns; this is the schema before it. */
const migrationsUntil = (last: string) =>
  Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last)) as Migrations
const until0022 = migrationsUntil('0022-ids')
const newNames: Record<string, string> = { folded: 'searchText', told: 'announced', wanted: 'shouldConnect' }
const withNewNames = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [newNames[name] ?? name, value]))

const sqliteOf = (store: Store) => store.raw.statements.sqlite
const isIndex = (table: string) => /^(contacts_fts|message_search)/.test(table)
const rowsByTable = (sqlite: Sqlite) =>
  Object.fromEntries(
    tablesOf(sqlite)
      .filter((table) => !isIndex(table))
      .map((table) => [table, sqlite.query(`select * from "${table}" order by 1`).all() as object[]]),
  )

/** Rows in every table with a renamed column, a changed message, and a merge that can be undone. */
function fill(sqlite: Sqlite) {
  insertAnyRow(sqlite, 'companies')
  for (const table of ['tags', 'quick_messages', 'schedules', 'announcements', 'ticket_events', 'connection_outages'])
    insertAnyRow(sqlite, table)
  sqlite.run('update ticket_events set told = 1')
  sqlite.run('update connection_outages set told = 1')
  sqlite.run(`update connections set wanted = 1, reason = null`)
  sqlite.run(`update contacts set folded = 'joao da silva'`)
  insertAnyRow(sqlite, 'connections')
  const { id } = insertAnyRow(sqlite, 'messages')
  sqlite.run('insert or ignore into search_again (messageId) values (?)', [id ?? 0])
  const moved = {
    drop: { id: 7, name: 'João', folded: 'joao' },
    keep: { id: 8, folded: '8' },
    became: { id: 8, folded: 'joao' },
    twins: [{ table: 'messages', row: { id: 9, body: 'a "twin"' } }],
  }
  const merge = insertAnyRow(sqlite, 'contact_merges')
  sqlite.run('update contact_merges set moved = ? where id = ?', [JSON.stringify(moved), merge.id ?? 0])
}

/** Stops right after the renames: later migrations add columns. */
async function createUpgraded() {
  const store = openMemory()
  undo.push(() => store.close())
  await migrate(store, until0022)
  const sqlite = sqliteOf(store)
  fill(sqlite)
  const before = rowsByTable(sqlite)
  await migrate(store, migrationsUntil('0023-plain-names'))
  return { sqlite, before, after: rowsByTable(sqlite) }
}

test('an upgrade keeps the values of renamed columns and all other rows', async () => {
  const { before, after } = await createUpgraded()
  const { contact_merges: _, search_again, ...others } = before
  const { contact_merges: __, search_reindex, ...rest } = after
  expect(search_again).toHaveLength(1)
  expect(search_reindex).toEqual(search_again as object[])
  expect(rest).toEqual(
    Object.fromEntries(Object.entries(others).map(([table, rows]) => [table, rows.map(withNewNames)])),
  )
  expect(after.ticket_events).toMatchObject([{ announced: 1 }])
  expect(after.connections).toMatchObject([{ shouldConnect: 1 }, { shouldConnect: 0 }])
})

test('no definition in an upgraded database contains a former name', async () => {
  const { sqlite } = await createUpgraded()
  const texts = sqlite.query('select sql from sqlite_schema where sql is not null').values().flat().join('\n')
  expect(texts).toContain('searchText')
  expect(texts.match(/folded|search_again|\w*told\b|\bwanted\b/g)).toBeNull()
})

test('an upgraded database finds contacts by the full-text index, also after a change', async () => {
  const { sqlite } = await createUpgraded()
  const find = (word: string) =>
    sqlite.query(`select count(*) as n from contacts_fts where contacts_fts match ?`).get(`"${word}"`)
  const { n } = sqlite.query(`select count(*) as n from contacts where searchText = 'joao da silva'`).get() as {
    n: number
  }
  expect(n).toBeGreaterThan(0)
  expect(find('silva')).toEqual({ n })
  sqlite.run(`update contacts set searchText = 'maria' where searchText = 'joao da silva'`)
  expect([find('silva'), find('maria')]).toEqual([{ n: 0 }, { n }])
})

test('an upgrade renames the fields from which a merge of contacts is undone', async () => {
  const { after } = await createUpgraded()
  const [merge] = after.contact_merges as { moved: string }[]
  expect(JSON.parse(merge?.moved ?? '')).toEqual({
    drop: { id: 7, name: 'João', searchText: 'joao' },
    keep: { id: 8, searchText: '8' },
    became: { id: 8, searchText: 'joao' },
    duplicates: [{ table: 'messages', row: { id: 9, body: 'a "twin"' } }],
  })
})

test('a backup from before the migration is restored with the newest schema', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'balcao-renamed-'))
  undo.push(() => rmSync(directory, { recursive: true }))
  const [old, restored, file] = [join(directory, 'old'), join(directory, 'restored'), join(directory, 'old.tar')]
  mkdirSync(old)
  const store = openStore(databaseFile(old))
  await migrate(store, until0022)
  fill(sqliteOf(store))
  await store.close()
  await Bun.write(join(old, 'secret.key'), `${'k'.repeat(43)}\n`)
  const options = new Set<string>()
  expect(await backup({ env: { BALCAO_DATA_DIR: old }, args: [file], options })).toBe(0)
  expect(await restore({ env: { BALCAO_DATA_DIR: restored }, args: [file], options })).toBe(0)
  const sqlite = new Sqlite(databaseFile(restored))
  undo.push(() => sqlite.close())
  expect(sqlite.query('select name from kysely_migration').all()).toHaveLength(Object.keys(migrations).length)
  expect(sqlite.query('select distinct shouldConnect from connections').values()).toEqual([[0]])
})
