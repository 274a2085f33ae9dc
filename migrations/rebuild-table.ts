import { type Kysely, sql } from 'kysely'

interface Stored {
  name: string
  sql: string
}

/**
 * Changes the definition of a table and keeps its rows, ids, indexes and triggers: steps 2 to 9 of
 * https://sqlite.org/lang_altertable.html#otheralter. Call only in a migration marked `rebuildsTables`: with foreign
 * keys enforced, dropping the old table would delete the rows that reference it.
 *
 * SQLite copies the rows page by page as long as both definitions have the same columns and constraints.
 */
export async function rebuildTable(db: Kysely<unknown>, table: string, redefine: (definition: string) => string) {
  const draft = `${table}_rebuilt`
  const definition = await definitionOf(db, table)
  const attached = await attachedTo(db, table)
  await run(db, redefine(definition).replace(`"${table}"`, `"${draft}"`))
  await run(db, `insert into "${draft}" select * from "${table}"`)
  await run(db, `drop table "${table}"`)
  await rename(db, draft, table)
  for (const each of attached) await run(db, each.sql)
}

/**
 * Renames with `legacy_alter_table`: without it SQLite parses all triggers first and fails at those of the dropped
 * table.
 */
async function rename(db: Kysely<unknown>, from: string, to: string) {
  await run(db, 'pragma legacy_alter_table = on')
  try {
    await run(db, `alter table "${from}" rename to "${to}"`)
  } finally {
    await run(db, 'pragma legacy_alter_table = off')
  }
}

async function definitionOf(db: Kysely<unknown>, table: string): Promise<string> {
  const found = await sql<Stored>`select name, sql from sqlite_master where type = 'table' and name = ${table}`.execute(
    db,
  )
  const [row] = found.rows
  if (!row) throw new Error(`no table ${table}`)
  return row.sql
}

/** Returns the table's triggers and indexes, without the automatic indexes of its constraints. */
async function attachedTo(db: Kysely<unknown>, table: string): Promise<Stored[]> {
  const found = await sql<Stored>`select name, sql from sqlite_master
    where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null order by type, name`.execute(db)
  return found.rows
}

const run = (db: Kysely<unknown>, text: string) => sql.raw(text).execute(db)

/** @throws Error with the first row whose foreign key references a missing row */
export async function checkReferences(db: Kysely<unknown>) {
  const { rows } = await sql<{ table: string; rowid: number; parent: string }>`pragma foreign_key_check`.execute(db)
  const [broken] = rows
  if (broken) throw new Error(`row ${broken.rowid} of ${broken.table} refers to a missing row of ${broken.parent}`)
}
