import type { Handle } from '../db'
import type { Column, TableFacts } from '../row-shape'

const columnsText = `select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
    coalesce(pk.position, 0) as key, a.attidentity <> '' or d.adbin is not null as "hasDefault",
    coalesce(pg_get_expr(d.adbin, d.adrelid) like $2, false) as "mayBeEmpty"
  from pg_attribute a
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  left join (select k.n, k.position from pg_constraint c, unnest(c.conkey) with ordinality k(n, position)
    where c.conrelid = $1::regclass and c.contype = 'p') pk on pk.n = a.attnum
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`

const foreignText = `select a.attname as name, t.relname as target from pg_constraint c
  join pg_class t on t.oid = c.confrelid, unnest(c.conkey) k(n) join pg_attribute a on a.attnum = k.n
  where c.conrelid = $1::regclass and a.attrelid = $1::regclass and c.contype = 'f' and a.attname <> 'companyId'`

const types: Record<string, Column['type']> = {
  bigint: 'INTEGER',
  text: 'TEXT',
  bytea: 'BLOB',
  'double precision': 'REAL',
}

interface Row {
  name: string
  type: string
  isNullable: number
  key: number
  hasDefault: number
  mayBeEmpty: number
}

/** Facts of a table from PostgreSQL's catalogue. */
export async function tableFacts(handle: Handle, table: string): Promise<TableFacts> {
  const columns = (await handle.all(columnsText, [`"${table}"`, "''::text%"])) as Row[]
  return {
    columns: columns.map(({ name, type, isNullable, key, hasDefault, mayBeEmpty }) => ({
      name,
      type: types[type] as Column['type'],
      isKey: key > 0,
      isNullable: isNullable === 1,
      hasDefault: hasDefault === 1,
      mayBeEmpty: mayBeEmpty === 1,
    })),
    foreign: (await handle.all(foreignText, [`"${table}"`])) as TableFacts['foreign'],
  }
}

const tablesText = `select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`

/** Names of all tables. */
export const listTables = async (handle: Handle): Promise<string[]> =>
  ((await handle.all(tablesText, [])) as { name: string }[]).map(({ name }) => name)
