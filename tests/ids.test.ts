import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../migrations'
import { openMemory, openStore, type Store } from '../src/core/storage/db'
import { type Migrations, migrate } from '../src/core/storage/migrate'
import { assignsIds, insertAnyRow, tablesOf } from './insert-any-row'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Made by version 0.1.0 itself, at migration 0020: two companies at work, a deleted user, an indexed message. */
const oldVersion = Bun.gunzipSync(await Bun.file(join(import.meta.dir, 'versions/0020.db.gz')).bytes())

const sqliteOf = (store: Store) => store.raw.statements.sqlite
const schemaOf = (sqlite: Sqlite) =>
  sqlite.query('select name, sql from sqlite_master where sql is not null order by name').all()
const dump = (sqlite: Sqlite) =>
  Object.fromEntries(
    tablesOf(sqlite).map((table) => [table, sqlite.query(`select * from "${table}" order by 1`).all()]),
  )

async function createCurrent(): Promise<Sqlite> {
  const store = openMemory()
  await migrate(store, migrations)
  insertAnyRow(sqliteOf(store), 'companies')
  return sqliteOf(store)
}

/** Migrations up to 0022; later ones may change rows in other ways. */
const until0022 = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= '0022-ids')) as Migrations

async function createUpgraded(fill: (sqlite: Sqlite) => void = () => {}, to: Migrations = migrations): Promise<Sqlite> {
  const store = openMemory(oldVersion)
  fill(sqliteOf(store))
  await migrate(store, to)
  return sqliteOf(store)
}

/** Inserts rows of two more companies into every table. */
function fillEveryTable(sqlite: Sqlite) {
  const byTrigger = ['companies', 'media_used', 'deliveries_waiting', 'search_again', 'search_progress']
  for (let n = 0; n < 2; n++) {
    const { id } = insertAnyRow(sqlite, 'companies')
    for (const table of tablesOf(sqlite).filter((name) => !byTrigger.includes(name) && !isIndex(name)))
      insertAnyRow(sqlite, table, Number(id))
  }
}
const isIndex = (table: string) => /^(contacts_fts|message_search)/.test(table)

describe('an upgrade from version 0.1.0', () => {
  test('keeps every row of every table with its id, and every reference', async () => {
    let before: ReturnType<typeof dump> = {}
    const sqlite = await createUpgraded((old) => {
      fillEveryTable(old)
      before = dump(old)
    }, until0022)
    for (const [table, rows] of Object.entries(before)) {
      if (!isIndex(table)) expect([table, rows.length > 0 || table === 'search_again']).toEqual([table, true])
    }
    const { idempotency: keysBefore, ...others } = before
    const { idempotency: keys, ...rest } = dump(sqlite)
    expect(rest).toMatchObject(others)
    expect(keys).toMatchObject((keysBefore ?? []).map((row) => ({ ...(row as object), position: 0 })))
    const strays =
      'select 1 from idempotency i where not exists (select 1 from messages m where m.id = i.messageId and m.ticketId = i.ticketId)'
    expect(sqlite.query(strays).all()).toEqual([])
    expect(sqlite.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(sqlite.query('pragma foreign_key_check').all()).toEqual([])
    expect(sqlite.query('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 })
  })

  test('ends with the schema of a new installation', async () => {
    expect(schemaOf(await createUpgraded())).toEqual(schemaOf(await createCurrent()))
  })

  test('keeps the search indexes and their triggers', async () => {
    const sqlite = await createUpgraded()
    const messages = sqlite.query('select rowid as id from message_search where message_search match \'"oti"\'')
    const contacts = sqlite.query('select count(*) as n from contacts_fts')
    const [found] = messages.all() as { id: number }[]
    const { n } = contacts.get() as { n: number }
    expect(n).toBe((sqlite.query('select count(*) as n from contacts').get() as { n: number }).n)
    sqlite.run('delete from messages where id = ?', [found?.id ?? 0])
    expect(messages.all()).toEqual([])
    insertAnyRow(sqlite, 'contacts')
    expect(contacts.get()).toEqual({ n: n + 1 })
  })

  test('continues above ids of deleted rows that the audit log, a job or another row still contains', async () => {
    const sqlite = await createUpgraded((old) => {
      expect(old.query('select max(id) as id from users').get()).toEqual({ id: 8 }) // 9 was deleted
      const { companyId } = insertAnyRow(old, 'jobs') as { companyId: number }
      old.run(
        `insert into jobs (companyId, name, payload, runAt) values (?, 'ticket.farewell', '{"ticketId":700}', '')`,
        [companyId],
      )
      const twins = [
        { table: 'messages', row: { id: 800 } },
        { table: 'reactions', row: { id: 900 } },
      ]
      old
        .query(
          "insert into contact_merges (companyId, contactId, name, moved) select companyId, id, '', ? from contacts",
        )
        .run(JSON.stringify({ drop: { id: 600 }, twins }))
      old.run(
        `insert into ticket_notes (companyId, ticketId, note, mentions) select companyId, id, '', '[3,90]' from tickets where id = 1`,
      )
    })
    expect(insertAnyRow(sqlite, 'users').id).toBe(91)
    expect(insertAnyRow(sqlite, 'tickets').id).toBe(701)
    expect(insertAnyRow(sqlite, 'messages').id).toBe(801)
    expect(insertAnyRow(sqlite, 'reactions').id).toBe(901)
    expect(insertAnyRow(sqlite, 'contacts').id).toBeGreaterThan(600)
  })

  test('fails for a row that references a missing one and changes nothing', async () => {
    const store = openMemory(oldVersion)
    const sqlite = sqliteOf(store)
    sqlite.run('pragma foreign_keys = off')
    sqlite.run('update messages set ticketId = 4711 where id = 1')
    sqlite.run('pragma foreign_keys = on')
    const before = [schemaOf(sqlite), dump(sqlite)]
    await expect(migrate(store, migrations)).rejects.toThrow('0022-ids')
    expect([schemaOf(sqlite), dump(sqlite)]).toEqual(before)
    expect(sqlite.query('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 })
  })
})

describe.each([
  ['a new installation', await createCurrent()],
  ['an upgraded installation', await createUpgraded()],
])('in %s', (_, sqlite) => {
  const tables = tablesOf(sqlite).filter((table) => assignsIds(sqlite, table) && table !== 'search_progress')

  test('more than 40 tables assign ids', () => {
    expect(tables.length).toBeGreaterThan(40)
  })

  test.each(tables)('%s: the row after a deleted one has a higher id', (table) => {
    const first = insertAnyRow(sqlite, table)
    const last = (sqlite.query(`select max(id) as id from "${table}"`).get() as { id: number }).id
    expect(first.id).toBe(last)
    deleteRow(sqlite, table, last)
    expect(sqlite.query(`select 1 from "${table}" where id = ?`).get(last)).toBeNull()
    expect(Number(insertAnyRow(sqlite, table).id)).toBeGreaterThan(last)
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

test('foreign keys are enforced during a migration unless it rebuilds tables', async () => {
  const store = openMemory()
  const seen: unknown[] = []
  const look = { up: async () => void seen.push(sqliteOf(store).query('pragma foreign_keys').get()) }
  await migrate(store, { '0001-a': look } as Migrations)
  await migrate(store, { '0001-a': look, '0002-b': { ...look, rebuildsTables: true } } as Migrations)
  expect(seen).toEqual([{ foreign_keys: 1 }, { foreign_keys: 0 }])
})
