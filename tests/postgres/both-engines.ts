import type { Kysely } from 'kysely'
import type { Handle } from '../../src/core/storage/db'
import type { PostgresStore } from '../../src/core/storage/postgres/store'
import { openMemory, type SqliteStore } from '../../src/core/storage/sqlite/store'
import { type AnyRow, insertAnyRow } from '../insert-any-row'
import { migratedImage } from '../migrated'
import { migratedDatabase, openCopy } from '../postgres-databases'

type AnyTables = Record<string, Record<string, unknown>>

/** The same rows in a database of each engine. */
interface BothEngines {
  sqlite: SqliteStore
  postgres: PostgresStore
  /** Inserts a row, with those it refers to, into both and returns it. */
  insert(table: string, given?: AnyRow): Promise<AnyRow>
  /** Runs a statement that both engines understand. */
  run(text: string): Promise<void>
}

export async function openBothEngines(): Promise<BothEngines> {
  const sqlite = openMemory(await migratedImage())
  const postgres = await openCopy(await migratedDatabase())
  const file = sqlite.raw.statements.sqlite
  return {
    sqlite,
    postgres,
    async insert(table, given = {}) {
      const rows: [table: string, row: AnyRow][] = []
      const row = insertAnyRow(file, table, given.companyId as number | undefined, {
        given,
        onInsert: (...inserted) => rows.push(inserted),
      })
      await postgres.write((tx) => insertRows(tx, rows))
      return row
    },
    async run(text) {
      file.run(text)
      await postgres.write((tx) => tx.run(text, []) as Promise<void>)
    },
  }
}

async function insertRows(tx: Handle, rows: [table: string, row: AnyRow][]) {
  const db = tx.kysely as unknown as Kysely<AnyTables>
  for (const [name, values] of rows) await db.insertInto(name).values(values).execute()
}
