import type { Database as Sqlite, Statement } from 'bun:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
} from 'kysely'
import { BunSqliteDialect } from 'kysely-bun-sqlite'

const keptStatements = 400
const writesNothing = /^\s*(select|savepoint|release|rollback)\b/i

/** Prepared statements of one handle; past the limit the oldest goes, and is prepared anew if it was still wanted. */
export class Statements {
  /** How often something that may write was asked for. */
  writes = 0
  private readonly kept = new Map<string, { statement: Statement; mayWrite: boolean }>()

  constructor(readonly sqlite: Sqlite) {}

  get(text: string): Statement {
    const { statement, mayWrite } = this.kept.get(text) ?? this.prepare(text)
    if (mayWrite) this.writes++
    return statement
  }

  clear() {
    for (const { statement } of this.kept.values()) statement.finalize()
    this.kept.clear()
  }

  private prepare(text: string) {
    const made = { statement: this.sqlite.prepare(text), mayWrite: !writesNothing.test(text) }
    this.kept.set(text, made)
    if (this.kept.size > keptStatements) this.dropOldest()
    return made
  }

  private dropOldest() {
    const [text, { statement }] = this.kept.entries().next().value as [string, { statement: Statement }]
    statement.finalize()
    this.kept.delete(text)
  }
}

class Connection implements DatabaseConnection {
  constructor(
    private readonly statements: Statements,
    private readonly readOnly: boolean,
  ) {}

  async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.readOnly && !SelectQueryNode.is(query) && query.kind !== 'RawNode')
      throw new Error('a write outside transaction(): every write goes through the one writer')
    const statement = this.statements.get(sql)
    const values = parameters as never[]
    if (statement.columnNames.length > 0) return { rows: statement.all(...values) as R[] }
    const { lastInsertRowid, changes } = statement.run(...values)
    return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const statement = this.statements.sqlite.prepare(sql)
    try {
      for (const row of statement.iterate(...(parameters as never[]))) yield { rows: [row as R] }
    } finally {
      statement.finalize()
    }
  }
}

/**
 * Runs on one handle and knows nothing of turns: `core/storage/db.ts` decides who may write and when. Transactions opened
 * through Kysely itself are left to the migrator, which owns the writer while it runs.
 */
class HandleDriver implements Driver {
  private readonly connection: Connection

  constructor(
    private readonly statements: Statements,
    readOnly: boolean,
  ) {
    this.connection = new Connection(statements, readOnly)
  }

  async init() {}
  async acquireConnection() {
    return this.connection
  }
  async releaseConnection() {}
  async beginTransaction() {
    this.statements.sqlite.run('begin immediate')
  }
  async commitTransaction() {
    this.statements.sqlite.run('commit')
  }
  async rollbackTransaction() {
    if (this.statements.sqlite.inTransaction) this.statements.sqlite.run('rollback')
  }
  async destroy() {
    this.statements.clear()
  }
}

/** Kysely's own adapter serialises through a mutex and calls SQLite's DDL non-transactional; both are untrue here. */
class HandleAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

/** kysely-bun-sqlite with the driver and adapter of this house (docs/adr/0005, libraries.md B2). */
export class HandleDialect extends BunSqliteDialect {
  constructor(
    private readonly statements: Statements,
    private readonly readOnly: boolean,
  ) {
    super({ database: statements.sqlite })
  }
  override createDriver(): Driver {
    return new HandleDriver(this.statements, this.readOnly)
  }
  override createAdapter(): DialectAdapter {
    return new HandleAdapter()
  }
}
