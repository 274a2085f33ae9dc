import type { Database as Sqlite } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../migrations'
import type { Handle } from '../../src/core/storage/db'
import { migrate } from '../../src/core/storage/migrate'
import { compareRows } from '../../src/core/storage/move/compare-rows'
import { copyRows } from '../../src/core/storage/move/copy-rows'
import type { ReadEnd, WriteEnd } from '../../src/core/storage/move/ends'
import { movedTables } from '../../src/core/storage/move/moved-tables'
import { clientOptions } from '../../src/core/storage/postgres/address'
import { Line } from '../../src/core/storage/postgres/lines'
import { PostgresEnd } from '../../src/core/storage/postgres/move-end'
import type { PostgresStore } from '../../src/core/storage/postgres/store'
import type { CompanyId } from '../../src/core/storage/schema'
import { findCandidates } from '../../src/core/storage/search-index'
import { openMoveTarget, SqliteEnd } from '../../src/core/storage/sqlite/move-end'
import { openMemory, openStore } from '../../src/core/storage/sqlite/store'
import { listTables } from '../../src/core/storage/table-facts'
import { textToIndex } from '../../src/features/inbox/search/index-messages'
import { insertAnyRow, tablesOf } from '../insert-any-row'
import { migratedImage } from '../migrated'
import { migratedDatabase, openCopy } from '../postgres-databases'
import { addressOf } from '../postgres-server'
import { schemaFacts } from '../schema-facts'

const directory = mkdtempSync(join(tmpdir(), 'balcao-move-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const strangeTexts = [
  'tab\tbreak\nreturn\rend',
  '\\N',
  '\\.',
  "quote ' and \\ backslash \\t",
  'ação 👩‍👩‍👧 ñ',
  '',
  '\u2028\b\f\v',
]

/** A database with rows in every table, also in those that no feature of a test fills. */
async function filledSqlite(): Promise<Sqlite> {
  const { sqlite } = openMemory(await migratedImage()).raw.statements
  for (const id of [1, 2, 3]) {
    insertAnyRow(sqlite, 'companies', undefined, { given: { id } })
    for (const table of tablesOf(sqlite)) if (isEmptyFor(sqlite, table, id)) insertAnyRow(sqlite, table, id)
  }
  for (const name of strangeTexts) insertAnyRow(sqlite, 'tags', 1, { given: { name: `${name} ` } })
  insertAnyRow(sqlite, 'prompts', 1, { given: { temperature: 0.00001 } })
  insertAnyRow(sqlite, 'messages', 1, { given: { body: 'Um ornitorrinco na fila\nda padaria', mediaType: 'chat' } })
  insertAnyRow(sqlite, 'wa_creds', 1)
  const gone = insertAnyRow(sqlite, 'tags', 1)
  sqlite.query('delete from tags where id = ?').run(gone.id as number) // its id is not assigned again
  return sqlite
}

/** True unless a trigger or another row of the company has filled the table already. */
function isEmptyFor(sqlite: Sqlite, table: string, companyId: number): boolean {
  const isOwned = sqlite.query("select 1 from pragma_table_info(?) where name = 'companyId'").get(table) !== null
  if (table === 'companies') return false
  const where = isOwned ? ` where companyId = ${companyId}` : ''
  return sqlite.query(`select 1 from ${table}${where} limit 1`).get() === null
}

/** An end whose n-th transaction of all fails; nothing of it is stored. */
function failingAt(end: WriteEnd, n: number): WriteEnd {
  let count = 0
  const methods = ['writeRows', 'writeIndex', 'restoreSchema']
  return new Proxy(end, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (methods.includes(String(name)) && ++count === n) throw new Error('interrupted')
        return value.apply(target, args)
      }
    },
  })
}

const steps = async (source: ReadEnd, target: WriteEnd) => ({
  tables: await movedTables(source.handle, target.handle),
  textOf: textToIndex,
  onStep: () => {},
})

/** Moves with an interruption at every `stride`-th transaction, each time continued by new connections. */
async function moveInPieces(source: ReadEnd, open: () => Promise<[WriteEnd, () => Promise<unknown>]>, stride: number) {
  for (let interruptions = 0; ; interruptions++) {
    const [end, close] = await open()
    await end.begin()
    const failed = await copyRows(source, failingAt(end, stride), await steps(source, end)).then(
      () => false,
      () => true,
    )
    if (!failed) return { end, close, interruptions }
    await close()
  }
}

async function postgresEnd(store: PostgresStore): Promise<[PostgresEnd, () => Promise<unknown>]> {
  const [{ name }] = (await store.read.all('select current_database() as name', [])) as [{ name: string }]
  const line = await Line.connect(clientOptions(await addressOf(name)), 600_000)
  return [new PostgresEnd(line, store.handleOf(line)), () => line.drop()]
}

/** Facts of PostgreSQL's catalogue that a move removes for a while. */
const catalogueText = `
  select pg_get_indexdef(indexrelid) as fact from pg_index where indrelid::regclass::text not like 'pg_%'
  union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace
  union all select tgrelid::regclass || ' ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
  order by fact`
const catalogueOf = (handle: Handle) => handle.all(catalogueText, [])

test('rows of every table arrive on PostgreSQL and come back, whatever interrupts the copy', async () => {
  const sqlite = await filledSqlite()
  const [source, store] = [new SqliteEnd(sqlite), await openCopy(await migratedDatabase())]
  const untouched = await catalogueOf(store.read)
  const there = await moveInPieces(source, () => postgresEnd(store), 12)
  expect(there.interruptions).toBeGreaterThan(5)
  const { tables } = await steps(source, there.end)
  const { rows, differences } = await compareRows(source, there.end, tables)
  expect([differences, rows]).toEqual([[], expect.any(Number)])
  expect(rows).toBeGreaterThan(350)
  await there.end.complete()
  expect(await catalogueOf(store.read)).toEqual(untouched)

  const file = join(directory, 'back.db')
  const made = openStore(file)
  await migrate(made, migrations)
  await made.close()
  const openFile = async (): Promise<[WriteEnd, () => Promise<unknown>]> => {
    const end = openMoveTarget(file)
    return [end, async () => end.close()]
  }
  const back = await moveInPieces(there.end, openFile, 12)
  expect(back.interruptions).toBeGreaterThan(5)
  expect((await compareRows(source, back.end, tables)).differences).toEqual([])
  await back.end.complete()
  await Promise.all([there.close(), back.close()])

  const returned = openStore(file)
  const facts = schemaFacts(returned.raw.statements.sqlite)
  expect(facts).toEqual(schemaFacts(sqlite))
  for (const handle of [store.read, returned.read]) {
    const query = { words: ['ornitorrinco'], before: 1e9, limit: 10 }
    const read = async (text: string, values: readonly unknown[]) => handle.all(text, values)
    const found = await findCandidates(handle, read, 1 as CompanyId, query)
    expect(found.ids.length).toBeGreaterThan(0)
  }
  const next = (handle: Handle) =>
    handle.kysely
      .insertInto('tags')
      .values({ companyId: 1 as CompanyId, name: 'nova', searchText: 'nova', color: '#000000' } as never)
  const last = (sqlite.query("select seq from sqlite_sequence where name = 'tags'").get() as { seq: number }).seq
  const ids = [
    await store.write((tx) => next(tx).returning('id').executeTakeFirstOrThrow()),
    await returned.write((tx) => next(tx).returning('id').executeTakeFirstOrThrow()),
  ]
  expect(ids).toEqual([{ id: last + 1 }, { id: last + 1 }])
  await returned.close()
})

test('a changed, a missing and an additional row are reported by table and company', async () => {
  const sqlite = await filledSqlite()
  const [source, store] = [new SqliteEnd(sqlite), await openCopy(await migratedDatabase())]
  const [target, close] = await postgresEnd(store)
  await target.begin()
  await copyRows(source, target, await steps(source, target))
  await store.write(async (tx) => {
    await tx.run(`update tags set name = 'other' where name = '\\N '`, [])
    await tx.run('delete from wa_creds where "whatsappId" = (select max("whatsappId") from wa_creds)', [])
    await tx.run(`insert into installation (key, value) values ('additional', '')`, [])
  })
  const { tables } = await steps(source, target)
  const { differences } = await compareRows(source, target, tables)
  expect(differences.map(({ table, companyId }) => [table, companyId])).toEqual([
    ['installation', null],
    ['tags', 1],
    ['wa_creds', 1],
  ])
  await close()
})

test('only the tables of search indexes, of Kysely and of processes are not moved', async () => {
  const source = new SqliteEnd(openMemory(await migratedImage()).raw.statements.sqlite)
  const store = await openCopy(await migratedDatabase())
  const moved = (await movedTables(source.handle, store.read)).map(({ name }) => name)
  const left = async (handle: Handle) => (await listTables(handle)).filter((name) => !moved.includes(name)).sort()
  const inBoth = ['kysely_migration', 'search_progress', 'search_reindex']
  expect(await left(source.handle)).toEqual(['kysely_migration', 'kysely_migration_lock', ...inBoth.slice(1)])
  const ofServer = ['bus_deposits', 'contact_search', 'leases', 'message_search', 'nodes']
  expect(await left(store.read)).toEqual([...inBoth, ...ofServer].sort())
})
