import type { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { migrations } from '../../migrations'
import { baseline } from '../../migrations/postgres/baseline'
import { migratePostgres } from '../../src/core/storage/postgres/migrate'
import { openMemory } from '../../src/core/storage/sqlite/store'
import { migratedImage } from '../migrated'
import { migratedDatabase, openCopy, openDatabase } from '../postgres-databases'
import { createDatabase } from '../postgres-server'

const lite = openMemory(await migratedImage()).raw.statements.sqlite
const postgres = await openCopy(await migratedDatabase())

/** Tables of each engine's own search and bookkeeping, of several processes, and triggers that fill them. */
const own = /^(sqlite_|kysely_|message_search|contacts_fts|contact_search|nodes\b|leases\b|bus_deposits\b)/

const all = <R>(sqlite: Sqlite, text: string, ...values: string[]) => sqlite.query(text).all(...values) as R[]

/** A condition without casts, collations, quotes, parentheses and spaces, which each engine prints in its way. */
const plain = (condition: string) =>
  condition
    .replaceAll(/::\w+( precision)?(\[\])?|collate "C"|[()"\s]/gi, '')
    .replaceAll('<>', '!=')
    .replaceAll(/'(-?\d+)'/g, '$1')
    .toLowerCase()
    .replaceAll(/=any(?:array)?\[([^\]]*)\]/g, 'in$1')
    .replaceAll(/!=allarray\[([^\]]*)\]/g, 'notin$1')

const types: Record<string, string> = { integer: 'bigint', text: 'text', blob: 'bytea', real: 'double precision' }

interface Info {
  name: string
  type: string
  notnull: number
  pk: number
  dflt_value: string | null
}

/** Facts of SQLite's catalogue, one per line. */
function sqliteFacts(): string[] {
  const tables = all<{ name: string; sql: string }>(lite, `select name, sql from sqlite_schema where type = 'table'`)
  const triggers = all<{ name: string; table: string }>(
    lite,
    `select name, tbl_name as "table" from sqlite_schema where type = 'trigger'`,
  )
  return [
    ...tables.filter(({ name }) => !own.test(name)).flatMap(({ name, sql }) => tableFacts(name, sql)),
    ...triggers.filter(({ name }) => !own.test(name)).map(({ name, table }) => `trigger ${name} on ${table}`),
  ]
}

function tableFacts(table: string, sql: string): string[] {
  const columns = all<Info>(lite, 'select * from pragma_table_info(?)', table)
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk)
  return [
    ...columns.map(({ name, type, notnull, pk, dflt_value }) => {
      const kind = types[type.toLowerCase()]
      return `${table}.${name} ${kind} ${notnull || pk ? 'required' : 'optional'} ${defaultOf(dflt_value)}`
    }),
    ...(key.length > 0 ? [`${table} primary key (${key.map(({ name }) => name)})`] : []),
    ...foreignKeys(table),
    ...indexes(table),
    ...[...sql.matchAll(/\bcheck \(/gi)].map((_, n) => `${table} check ${n + 1}`),
    ...(/autoincrement/i.test(sql) ? [`${table} gives ids`] : []),
  ]
}

const defaultOf = (text: string | null) =>
  text === null ? 'without default' : `default ${/strftime|to_char/.test(text) ? 'now' : plain(text)}`

function foreignKeys(table: string): string[] {
  const rows = all<{ id: number; table: string; from: string; to: string; on_delete: string }>(
    lite,
    'select * from pragma_foreign_key_list(?) order by id, seq',
    table,
  )
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((columns) => {
    const [{ table: target, on_delete }] = columns as [(typeof rows)[0]]
    const from = columns.map((column) => column.from)
    return `${table} (${from}) references ${target} (${columns.map(({ to }) => to)}) ${on_delete.toLowerCase()}`
  })
}

function indexes(table: string): string[] {
  const rows = all<{ name: string; unique: number; origin: string; partial: number }>(
    lite,
    'select * from pragma_index_list(?)',
    table,
  )
  return rows
    .filter(({ origin }) => origin !== 'pk')
    .map(({ name, unique, partial }) => {
      const columns = all<{ name: string | null; desc: number }>(
        lite,
        'select name, "desc" from pragma_index_xinfo(?) where key = 1',
        name,
      ).map((column) => `${column.name ?? 'expression'}${column.desc ? ' desc' : ''}`)
      const [definition] = all<{ sql: string }>(lite, 'select sql from sqlite_schema where name = ?', name)
      const condition = partial ? ` where ${plain(/ where ([\s\S]*)$/i.exec(definition!.sql)![1]!)}` : ''
      return `${table} ${unique ? 'unique' : 'index'} (${columns})${condition}`
    })
}

const postgresTexts = {
  columns: `select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, null)
      || case when a.attnotnull then ' required ' else ' optional ' end as fact, pg_get_expr(d.adbin, d.adrelid) as rest
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  identities: `select c.relname || ' gives ids' as fact from pg_attribute a join pg_class c on c.oid = a.attrelid
    where a.attidentity = 'd'`,
  indexes: `select t.relname || case when i.indisprimary then ' primary key (' when i.indisunique then ' unique (' else ' index (' end
      || array_to_string(array(select coalesce(a.attname, 'expression') || case when i.indoption[k.o - 1] & 1 = 1 then ' desc' else '' end
        from unnest(i.indkey) with ordinality k(n, o)
        left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.n and k.n > 0 order by k.o), ',') || ')' as fact,
      pg_get_expr(i.indpred, i.indrelid) as rest
    from pg_index i join pg_class t on t.oid = i.indrelid where t.relnamespace = 'public'::regnamespace`,
  foreign: `select s.relname || ' (' || names(c.conrelid, c.conkey) || ') references ' || d.relname || ' ('
      || names(c.confrelid, c.confkey) || ') ' || case c.confdeltype when 'a' then 'no action' when 'c' then 'cascade' else 'set null' end as fact
    from pg_constraint c join pg_class s on s.oid = c.conrelid join pg_class d on d.oid = c.confrelid where c.contype = 'f'`,
  checks: `select c.relname || ' check ' || row_number() over (partition by c.relname order by k.oid) as fact
    from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'c' and c.relnamespace = 'public'::regnamespace`,
  triggers: `select 'trigger ' || tgname || ' on ' || c.relname as fact from pg_trigger g join pg_class c on c.oid = g.tgrelid
    where not tgisinternal`,
}

/** The same facts of PostgreSQL's catalogue. */
async function postgresFacts(): Promise<string[]> {
  await postgres.write(
    (tx) =>
      tx.run(
        `create or replace function pg_temp.names(relation oid, numbers smallint[]) returns text language sql as $$
        select string_agg(a.attname, ',' order by k.o) from unnest(numbers) with ordinality k(n, o)
          join pg_attribute a on a.attrelid = relation and a.attnum = k.n $$`,
        [],
      ) as Promise<void>,
  )
  return postgres.write(async (tx) => {
    const facts: string[] = []
    for (const [kind, text] of Object.entries(postgresTexts)) {
      const rows = (await tx.all(text.replaceAll(' names(', ' pg_temp.names('), [])) as {
        fact: string
        rest?: string | null
      }[]
      for (const { fact, rest } of rows) facts.push(factOf(kind, fact, rest ?? null))
    }
    return facts.filter((fact) => !own.test(fact) && !/^trigger (contacts_fts|message_search)/.test(fact))
  })
}

function factOf(kind: string, fact: string, rest: string | null): string {
  if (kind === 'columns') return `${fact}${defaultOf(rest)}`
  return rest === null ? fact : `${fact} where ${plain(rest)}`
}

/** Lines that only one side has, without parts that differ by notation. */
const difference = (one: string[], other: string[]) => one.filter((fact) => !other.includes(fact)).sort()

test('PostgreSQL has the tables, columns, keys, indexes, checks and triggers of SQLite', async () => {
  const [lite, server] = [sqliteFacts(), await postgresFacts()]
  expect(lite.length).toBeGreaterThan(1500)
  expect({ onlySqlite: difference(lite, server), onlyPostgres: difference(server, lite) }).toEqual({
    onlySqlite: [],
    onlyPostgres: [],
  })
})

test('every text is compared byte by byte, as in SQLite', async () => {
  const rows = await postgres.read.all(
    `select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
      join pg_collation l on l.oid = a.attcollation where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and a.attnum > 0 and l.collname <> 'C'`,
    [],
  )
  expect(rows).toEqual([{ table: 'kysely_migration', column: 'timestamp' }])
})

test('a second start applies nothing, and a migration without a form for PostgreSQL is refused', async () => {
  expect(await migratePostgres(postgres, migrations, baseline)).toEqual([])
  const next = { ...migrations, '9999-next': { up: async () => {} } }
  await expect(migratePostgres(postgres, next, baseline)).rejects.toThrow('9999-next')
  expect(await migratePostgres(postgres, migrations, baseline)).toEqual([])
})

test('a database of a newer version and one of another program are refused without a change', async () => {
  const newer = await openCopy(await migratedDatabase())
  await newer.write((tx) => tx.run(`insert into kysely_migration values ('9999-newer', '')`, []) as Promise<void>)
  await expect(migratePostgres(newer, migrations, baseline)).rejects.toThrow('newer version')
  const foreign = await openDatabase(await createDatabase())
  await foreign.write((tx) => tx.run('create table orders (id int)', []) as Promise<void>)
  await expect(migratePostgres(foreign, migrations, baseline)).rejects.toThrow('another program')
  expect(
    await foreign.read.all(`select relname from pg_class where relnamespace = 'public'::regnamespace`, []),
  ).toEqual([{ relname: 'orders' }])
})

test('two processes that start at once migrate one after the other', async () => {
  const name = await createDatabase()
  const stores = [await openDatabase(name), await openDatabase(name)]
  const done = await Promise.all(stores.map((store) => migratePostgres(store, migrations, baseline)))
  expect(done.map((names) => names.length).sort()).toEqual([0, Object.keys(migrations).length])
})
