import type { Handle } from '../db'

/** Last ids of tables, also of deleted rows: the sequences of their identity columns (docs/adr/0035). */

const sequenceOf = (table: string) => `"${table}_id_seq"`

/** Returns the last id that the table assigned; 0 before its first row. */
export async function lastIdOf(handle: Handle, table: string): Promise<number> {
  const text = `select case when is_called then last_value else 0 end as id from ${sequenceOf(table)}`
  return ((await handle.first(text, [])) as { id: number }).id
}

/** Keeps others from inserting rows until the end of the transaction, which inserts rows with ids of its own. */
export async function holdIds(handle: Handle, tables: string[]) {
  const names = tables.map((table) => `"${table}"`).join(', ')
  await handle.run(`lock table ${names} in share row exclusive mode`, [])
}

/** Continues after the highest id of each table. */
export async function continueIds(handle: Handle, tables: string[]) {
  for (const table of tables)
    await handle.first(
      `select setval('${sequenceOf(table)}', greatest((select last_value from ${sequenceOf(table)}), max(id))) from "${table}"
        having max(id) is not null`,
      [],
    )
}

const tablesText = `select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'id' and a.attidentity <> ''`

/** Tables with an identity column. */
export const tablesWithIds = async (handle: Handle): Promise<string[]> =>
  ((await handle.all(tablesText, [])) as { name: string }[]).map(({ name }) => name)

/** Continues after `id`. */
export async function setLastId(handle: Handle, table: string, id: number) {
  if (id > 0) await handle.first(`select setval('${sequenceOf(table)}', $1::bigint)`, [id])
}
