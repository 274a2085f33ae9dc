import type { Handle } from '../db'
import type { TableFacts } from '../row-shape'

interface Info {
  name: string
  type: 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL'
  notnull: number
  pk: number
  dflt_value: string | null
}

/** Facts of a table from SQLite's catalogue. */
export async function tableFacts(handle: Handle, table: string): Promise<TableFacts> {
  const columns = (await handle.all('select * from pragma_table_info(?)', [table])) as Info[]
  const foreign = `select "table" as target, "from" as name from pragma_foreign_key_list(?) where "from" <> 'companyId'`
  return {
    columns: columns.map(({ name, type, notnull, pk, dflt_value }) => ({
      name,
      type,
      isKey: pk > 0,
      isNullable: pk === 0 && notnull === 0,
      hasDefault: dflt_value !== null,
      mayBeEmpty: dflt_value === "''",
    })),
    foreign: (await handle.all(foreign, [table])) as TableFacts['foreign'],
  }
}

const tablesText = `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite!_%' escape '!'`

/** Names of all tables, without virtual ones. */
export const listTables = async (handle: Handle): Promise<string[]> =>
  ((await handle.all(tablesText, [])) as { name: string }[]).map(({ name }) => name)
