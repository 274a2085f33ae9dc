import type { Handle } from '../db'

/**
 * Last ids of tables, also of deleted rows: SQLite's `sqlite_sequence`, which AUTOINCREMENT updates (docs/adr/0035).
 * Only this file uses that table.
 */

/** Returns the last id that the table assigned; 0 before its first row. */
export async function lastIdOf(handle: Handle, table: string): Promise<number> {
  const row = await handle.first('select seq from sqlite_sequence where name = ?', [table])
  return (row as { seq: number } | undefined)?.seq ?? 0
}

/** Skips the next `count` ids of every table. */
export async function skipIds(handle: Handle, count: number) {
  const addMissing = `insert into sqlite_sequence (name, seq) select name, 0 from sqlite_master
    where type = 'table' and instr(sql, 'autoincrement') > 0 and name not in (select name from sqlite_sequence)`
  await handle.run(addMissing, [])
  await handle.run('update sqlite_sequence set seq = seq + ?', [count])
}

/** Does nothing: no other writer inserts rows meanwhile. */
export async function holdIds(_handle: Handle, _tables: string[]) {}

/** Does nothing: AUTOINCREMENT continues after the highest id by itself. */
export async function continueIds(_handle: Handle, _tables: string[]) {}

const tablesText = "select name from sqlite_master where type = 'table' and instr(lower(sql), 'autoincrement') > 0"

/** Tables with AUTOINCREMENT. */
export const tablesWithIds = async (handle: Handle): Promise<string[]> =>
  ((await handle.all(tablesText, [])) as { name: string }[]).map(({ name }) => name)

/** Continues after `id`. */
export async function setLastId(handle: Handle, table: string, id: number) {
  await handle.run('delete from sqlite_sequence where name = ?', [table])
  await handle.run('insert into sqlite_sequence (name, seq) values (?, ?)', [table, id])
}
