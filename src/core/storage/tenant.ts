import {
  type Compilable,
  type CompiledQuery,
  type DeleteQueryBuilder,
  type DeleteResult,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type SelectQueryBuilder,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Handle, Store } from './db'
import type { Engine } from './engine'
import { Placeholder, toPreparedQuery } from './prepared-query'
import type { CompanyId, Database, Owner } from './schema'
import { findCandidates, indexAgain, type SearchQuery } from './search-index'

/** Names of the tables with a `companyId`, computed from the schema. */
export type OwnedTable = { [T in keyof Database]: Database[T] extends { companyId: Owner } ? T : never }[keyof Database]
type New<T extends OwnedTable> = Omit<Insertable<Database[T]>, 'companyId'>

/** Starts queries limited to one company. Features have no other way to query a table. */
export class Tables {
  constructor(
    protected readonly kysely: Kysely<Database>,
    readonly companyId: CompanyId,
  ) {}

  select<T extends OwnedTable>(table: T): SelectQueryBuilder<Database, T, {}> {
    return this.limitToCompany(table, this.kysely.selectFrom(table as never))
  }

  update<T extends OwnedTable>(table: T): UpdateQueryBuilder<Database, T, T, UpdateResult> {
    return this.limitToCompany(table, this.kysely.updateTable(table as never))
  }

  delete<T extends OwnedTable>(table: T): DeleteQueryBuilder<Database, T, DeleteResult> {
    return this.limitToCompany(table, this.kysely.deleteFrom(table as never))
  }

  insert<T extends OwnedTable>(table: T, rows: New<T> | New<T>[]): InsertQueryBuilder<Database, T, InsertResult> {
    const owned = [rows].flat().map((row) => Object.assign({}, row, { companyId: this.companyId }))
    return this.kysely.insertInto(table).values(owned as never) as never
  }

  private limitToCompany(table: string, query: { where: Function }) {
    return query.where(sql.ref(`${table}.companyId`), '=', this.companyId) as never
  }
}

/** Query compiled once by Kysely; `TenantDb.run` executes it as a prepared statement. */
export interface Hot<P, R> {
  /** The query for this engine. */
  on(engine: Engine): CompiledHot<P>
  /** Never set; carries the row's type. */
  readonly row?: R
}

/** Text of a hot query for one engine. */
interface CompiledHot<P> {
  readonly text: string
  /** True when it returns rows: a select, or a write with RETURNING. */
  readonly returns: boolean
  /** The values to bind, in order, for this company and these parameters. */
  values(companyId: CompanyId, params: P): unknown[]
}

const ownCompany = new Placeholder('companyId')

/**
 * Compiles a tenant query once, at first use, with named parameters:
 * `hot<{ id: number }>()((db, p) => db.select('tickets').select('id').where('id', '=', p('id')))`.
 * The company is bound like any parameter and cannot be omitted, because the query starts from `Tables`.
 */
export const hot =
  <P extends object>() =>
  <R>(build: (db: Tables, param: <K extends keyof P & string>(name: K) => P[K]) => Compilable<R>): Hot<P, R> => {
    let made: CompiledHot<P> | undefined
    let madeFor: Engine | undefined
    return {
      on(engine) {
        if (made && madeFor === engine) return made
        madeFor = engine
        const tables = new Tables(engine.compiler, ownCompany as never)
        made = compiledHot<P>(build(tables, (name) => new Placeholder(name) as never).compile())
        return made
      },
    }
  }

/** Finds the positions of the parameters once, because binding them is part of the cost of every execution. */
function compiledHot<P>(query: CompiledQuery): CompiledHot<P> {
  const { text, returns, slots } = toPreparedQuery(query)
  const names = slots.map((slot) => (slot instanceof Placeholder && slot !== ownCompany ? slot.name : undefined))
  const values = (companyId: CompanyId, params: P) => {
    const bound: unknown[] = new Array(slots.length)
    for (let at = 0; at < slots.length; at++) {
      const name = names[at]
      if (name !== undefined) bound[at] = params[name as keyof P]
      else bound[at] = slots[at] === ownCompany ? companyId : slots[at]
    }
    return bound
  }
  return { text, returns, values }
}

/** Parts of the store that a handle of a company needs. */
type TenantStore = Pick<Store, 'read' | 'readOf' | 'sideReader' | 'write'>

/** Database handle of features: each query starts limited to one company. */
export class TenantDb extends Tables {
  constructor(
    private readonly store: TenantStore,
    private readonly handle: Handle,
    companyId: CompanyId,
    /** True outside of transactions. */
    readonly isReading = false,
  ) {
    super(handle.kysely, companyId)
  }

  /** Returns the rows of a select or of RETURNING, else none. On SQLite the promise is already settled. */
  async run<P extends object, R>(query: Hot<P, R>, params: P): Promise<R[]> {
    const { text, returns, values } = query.on(this.handle.engine)
    const bound = values(this.companyId, params)
    if (returns) return this.handle.all(text, bound) as R[] | Promise<R[]>
    if (this.isReading) throw new Error('a write outside transaction()')
    const written = this.handle.run(text, bound)
    if (written) await written
    return []
  }

  /** Returns the first row, or undefined. */
  async first<P extends object, R>(query: Hot<P, R>, params: P): Promise<R | undefined> {
    const { text, returns, values } = query.on(this.handle.engine)
    if (!returns) return (await this.run(query, params))[0]
    return this.handle.first(text, values(this.companyId, params)) as R | undefined | Promise<R | undefined>
  }

  /**
   * Returns the rows of a select that may take long, such as a search without an index. It runs in another thread, so
   * that other requests do not wait for it; within a transaction it runs on the transaction's handle.
   */
  async runAside<P extends object, R>(query: Hot<P, R>, params: P): Promise<R[]> {
    const { text, values } = query.on(this.handle.engine)
    return (await this.readAside(text, values(this.companyId, params))) as R[]
  }

  /** The same for a select that is built at its use. */
  async executeAside<R>(query: Compilable<R> & { execute(): Promise<R[]> }): Promise<R[]> {
    const { sql, parameters } = query.compile()
    return (await this.readAside(sql, parameters)) as R[]
  }

  private async readAside(text: string, values: readonly unknown[]): Promise<unknown[]> {
    const { sideReader } = this.store
    if (sideReader && this.isReading) return sideReader.read(this.companyId, text, values)
    return this.handle.all(text, values)
  }

  /**
   * Returns ids of this company's messages that may contain the words, newest first (core/storage/search-index.ts). The
   * index is read in another thread, because a walk through the messages with a common trigram takes some 10 ms.
   */
  async searchCandidates(query: SearchQuery): Promise<{ ids: number[]; end: boolean }> {
    return findCandidates(this.handle, (text, values) => this.readAside(text, values), this.companyId, query)
  }

  /** Queues messages that were inserted again under their old ids for the search index. Call within a transaction. */
  async indexAgain(messageIds: number[]) {
    await indexAgain(this.handle, messageIds)
  }

  /** Runs the work in the next group commit; it may use only the handle it receives. */
  transaction<R>(work: (tx: TenantDb) => Promise<R>): Promise<R> {
    return this.store.write((tx) => work(new TenantDb(this.store, tx, this.companyId)), this.companyId)
  }

  /** Returns a handle for any company on the same store and transaction: for `Platform` and the process's own tasks. */
  static of(store: TenantStore, companyId: CompanyId, handle: Handle = store.read): TenantDb {
    const isReading = handle === store.read
    return new TenantDb(store, isReading ? store.readOf(companyId) : handle, companyId, isReading)
  }

  /** Returns a handle within a transaction of the caller, such as a command's; it begins none of its own. */
  static within(tx: Handle, companyId: CompanyId): TenantDb {
    const write = () => Promise.reject(new Error('the transaction belongs to the caller'))
    return new TenantDb({ read: tx, readOf: () => tx, sideReader: null, write }, tx.inOrderOf(companyId), companyId)
  }
}
