import type { Database as Sqlite } from 'bun:sqlite'

/**
 * Last ids of tables, also of deleted rows: SQLite's `sqlite_sequence`, which AUTOINCREMENT updates (docs/adr/0035).
 * Only this file uses that table.
 */

/** Returns the last id that the table assigned; 0 before its first row. */
export function lastIdOf(sqlite: Sqlite, table: string): number {
  const row = sqlite.query('select seq from sqlite_sequence where name = ?').get(table) as { seq: number } | null
  return row?.seq ?? 0
}

/** Skips the next `count` ids of every table. */
export function skipIds(sqlite: Sqlite, count: number) {
  sqlite.run(`insert into sqlite_sequence (name, seq) select name, 0 from sqlite_master
    where type = 'table' and instr(sql, 'autoincrement') > 0 and name not in (select name from sqlite_sequence)`)
  sqlite.query('update sqlite_sequence set seq = seq + ?').run(count)
}
