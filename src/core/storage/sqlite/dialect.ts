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

const maxStatements = 400
const readsOnly = /^\s*(select|savepoint|release|rollback)\b/i

/**
 * A statement of the unit has failed, and the work went on. PostgreSQL runs no further statement of such a transaction
 * and stores nothing of it; both engines behave alike, so that tests on either of them find an error that is caught
 * within a unit (docs/adr/0144).
 */
class FailedUnit extends Error {
  constructor(cause: unknown) {
    super(`a statement of this transaction has failed before: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

/** Cache of the prepared statements of one handle; beyond the limit it drops the oldest one. */
export class Statements {
  /** Number of requests for a statement. */
  uses = 0
  /** Number of requests for a statement that may write. */
  writes = 0
  private readonly cached = new Map<string, { statement: Statement; mayWrite: boolean }>()
  private isInUnit = false
  /** Error of the first statement of the open unit that failed. */
  private failure: unknown

  constructor(readonly sqlite: Sqlite) {}

  /** @throws FailedUnit after a failed statement of the open unit */
  get(text: string): Statement {
    this.assertUnitHolds()
    const { statement, mayWrite } = this.cached.get(text) ?? this.prepare(text)
    this.uses++
    if (mayWrite) this.writes++
    return statement
  }

  /** Runs a statement. If it fails, the open unit fails with it. */
  run<R>(text: string, work: (statement: Statement) => R): R {
    try {
      return work(this.get(text))
    } catch (error) {
      this.failUnit(error)
      throw error
    }
  }

  /** A unit of writes begins: from its first failed statement on, all further ones are refused until its end. */
  beginUnit() {
    this.isInUnit = true
  }

  endUnit() {
    this.isInUnit = false
    this.failure = undefined
  }

  /** Marks the open unit as failed. */
  failUnit(error: unknown) {
    if (this.isInUnit) this.failure ??= error
  }

  /** @throws FailedUnit when a statement of the open unit has failed, even where the work has caught its error */
  assertUnitHolds() {
    if (this.failure !== undefined) throw new FailedUnit(this.failure)
  }

  clear() {
    for (const { statement } of this.cached.values()) statement.finalize()
    this.cached.clear()
  }

  private prepare(text: string) {
    const made = { statement: this.sqlite.prepare(text), mayWrite: !readsOnly.test(text) }
    this.cached.set(text, made)
    if (this.cached.size > maxStatements) this.dropOldest()
    return made
  }

  private dropOldest() {
    const [text, { statement }] = this.cached.entries().next().value as [string, { statement: Statement }]
    statement.finalize()
    this.cached.delete(text)
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
    return this.statements.run(sql, (statement) => {
      const values = parameters as never[]
      if (statement.columnNames.length > 0) return { rows: statement.all(...values) as R[] }
      const { lastInsertRowid, changes } = statement.run(...values)
      return { rows: [], insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes) }
    })
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
 * Driver with one handle and without a queue: `core/storage/sqlite/store.ts` decides the order of writes. Only the migrator opens
 * transactions through Kysely; it has the writer for itself while it runs.
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

/** Overrides two properties of Kysely's adapter: no mutex is needed, and SQLite's DDL is transactional. */
class HandleAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
  override get supportsTransactionalDdl() {
    return true
  }
}

/** kysely-bun-sqlite with our own driver and adapter (docs/adr/0005). */
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
