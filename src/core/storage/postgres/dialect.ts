import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
} from 'kysely'
import { ProductCompiler } from './compiler'
import type { Line } from './lines'
import type { NullableColumns } from './nullable-columns'
import { toRows } from './values'

/** Runs work with a line: the one of a unit, or any free one for a read. */
export type WithLine = <R>(work: (line: Line) => Promise<R>) => Promise<R>

class Connection implements DatabaseConnection {
  constructor(private readonly withLine: WithLine) {}

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const answer = await this.withLine((line) => line.run(sql, parameters))
    return { rows: toRows(answer) as R[], numAffectedRows: BigInt(answer.count) }
  }

  /** Reads with a cursor, which lives as long as the transaction: only the handle of a unit or of a snapshot has one. */
  async *streamQuery<R>({ sql, parameters }: CompiledQuery, chunkSize = 500): AsyncIterableIterator<QueryResult<R>> {
    const name = `rows_${crypto.randomUUID().replaceAll('-', '')}`
    await this.withLine((line) => line.run(`declare ${name} no scroll cursor for ${sql}`, parameters))
    for (;;) {
      const rows = await this.withLine((line) => line.rows(`fetch ${chunkSize} from ${name}`, []))
      if (rows.length > 0) yield { rows: rows as R[] }
      if (rows.length < chunkSize) break
    }
    await this.withLine((line) => line.runSimply(`close ${name}`))
  }
}

/** Driver without transactions of its own: `units.ts` begins and commits them. */
class HandleDriver implements Driver {
  private readonly connection: Connection

  constructor(withLine: WithLine) {
    this.connection = new Connection(withLine)
  }

  async init() {}
  async acquireConnection() {
    return this.connection
  }
  async releaseConnection() {}
  beginTransaction = refuse
  commitTransaction = refuse
  rollbackTransaction = refuse
  async destroy() {}
}

const refuse = () => Promise.reject(new Error('use store.write'))

/** Dialect of a handle. */
export const handleDialect = (withLine: WithLine, nullable: NullableColumns): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new HandleDriver(withLine),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new ProductCompiler(nullable),
})
