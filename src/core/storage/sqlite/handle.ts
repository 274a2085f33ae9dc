import type { Database as Sqlite } from 'bun:sqlite'
import { Kysely } from 'kysely'
import type { Handle } from '../db'
import type { Database } from '../schema'
import { HandleDialect, Statements } from './dialect'
import { sqliteEngine } from './engine'

/** Handle of an open SQLite database. */
export class SqliteHandle implements Handle {
  readonly engine = sqliteEngine
  readonly statements: Statements
  readonly kysely: Kysely<Database>

  constructor(sqlite: Sqlite, readOnly: boolean) {
    this.statements = new Statements(sqlite)
    this.kysely = new Kysely<Database>({ dialect: new HandleDialect(this.statements, readOnly) })
  }

  all(text: string, values: readonly unknown[]): unknown[] {
    return this.statements.run(text, (statement) => statement.all(...(values as never[])))
  }

  /** `get` steps the statement once; a write with RETURNING has written all its rows by then. */
  first(text: string, values: readonly unknown[]): unknown {
    return this.statements.run(text, (statement) => statement.get(...(values as never[]))) ?? undefined
  }

  /** All units have one order. */
  inOrderOf(): Handle {
    return this
  }

  run(text: string, values: readonly unknown[]) {
    this.statements.run(text, (statement) => statement.run(...(values as never[])))
  }
}
