import type { Database as Sqlite } from 'bun:sqlite'

/**
 * The last id each table gave, deleted rows included: SQLite's `sqlite_sequence`, which AUTOINCREMENT keeps
 * (docs/adr/0035). No other file names it.
 */

/** The last id the table gave; 0 before its first row. */
export function lastIdOf(sqlite: Sqlite, table: string): number {
  const row = sqlite.query('select seq from sqlite_sequence where name = ?').get(table) as { seq: number } | null
  return row?.seq ?? 0
}

/** Leaves out the next `count` ids of every table. A database of a version that did not count yet stays as it is. */
export function skipIds(sqlite: Sqlite, count: number) {
  const isCounted = sqlite.query("select 1 from sqlite_master where name = 'sqlite_sequence'").get() !== null
  if (!isCounted) return
  sqlite.run(`insert into sqlite_sequence (name, seq) select name, 0 from sqlite_master
    where type = 'table' and instr(sql, 'autoincrement') > 0 and name not in (select name from sqlite_sequence)`)
  sqlite.query('update sqlite_sequence set seq = seq + ?').run(count)
}
