import { Database as Sqlite } from 'bun:sqlite'
import { setLastId } from '../last-ids'
import { type CellValue, decodeLine, encodeLine } from '../move/copy-line'
import { type Definition, finished, indexStep, schemaStep, type WriteEnd } from '../move/ends'
import { exceptMark, removeMark } from '../move/mark'
import { keyColumns, keyOf, type MovedTable, namesOf, typesOf } from '../move/moved-tables'
import type { IndexedMessage } from '../search-index'
import { SqliteHandle } from './handle'
import { indexMessages } from './message-index'

/** Rows read at a time. */
const pageRows = 500

const progressTables = `create table move_progress (step text primary key, key text not null) strict;
  create table move_definitions (position integer primary key, removal text not null, creation text not null) strict`
/** Indexes and triggers in the order of their creation, which decides between equal ones. */
const definitionsText = `select type, name, sql from sqlite_schema
  where type in ('index', 'trigger') and sql is not null order by rowid`
/** They fill the search index of contacts while rows are copied. */
const isOfContactIndex = (name: string) => name.startsWith('contacts_fts')

/**
 * Set on the file while rows are copied: a few large transactions, whose references are checked at the end. A power cut
 * loses the last of them at most.
 */
const pragmas = ['foreign_keys = off', 'synchronous = normal', 'cache_size = -200000', 'wal_autocheckpoint = 10000']

/** Opens a file that has the schema, to move rows to it. */
export function openMoveTarget(file: string): SqliteEnd {
  const sqlite = new Sqlite(file, { readwrite: true })
  for (const pragma of pragmas) sqlite.run(`pragma ${pragma}`)
  return new SqliteEnd(sqlite)
}

/** A database file from which rows are moved, or to which they are; used by the move alone. */
export class SqliteEnd implements WriteEnd {
  readonly handle: SqliteHandle

  constructor(private readonly sqlite: Sqlite) {
    this.handle = new SqliteHandle(sqlite, false)
  }

  async *lines(table: MovedTable, after: string | null): AsyncGenerator<string[]> {
    let key = after
    for (;;) {
      const lines = this.page(table, key).map(encodeLine)
      const last = lines.at(-1)
      if (last === undefined) return
      yield lines
      key = keyOf(last, table)
    }
  }

  private page(table: MovedTable, after: string | null): CellValue[][] {
    const keys = keyColumns(table)
    const conditions = exceptMark(table.name)
    if (after !== null) conditions.push(`(${namesOf(keys)}) > (${keys.map(() => '?').join(', ')})`)
    const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
    const text = `select ${namesOf(table.columns)} from "${table.name}"${where} order by ${namesOf(keys)} limit ${pageRows}`
    const values = after === null ? [] : decodeLine(after, typesOf({ ...table, columns: keys }))
    return this.sqlite.query(text).values(...(values as never[])) as CellValue[][]
  }

  async progress(): Promise<Map<string, string>> {
    if (!this.hasProgress()) return new Map()
    return new Map(this.sqlite.query('select step, key from move_progress').values() as [string, string][])
  }

  private hasProgress = () =>
    this.sqlite.query("select 1 from sqlite_schema where name = 'move_progress'").get() !== null

  async begin() {
    if (this.hasProgress()) return
    this.inTransaction(() => {
      const found = this.sqlite.query(definitionsText).all() as { type: string; name: string; sql: string }[]
      this.sqlite.run(progressTables)
      const insert = this.sqlite.query('insert into move_definitions (removal, creation) values (?, ?)')
      for (const { type, name, sql } of found) {
        const removal = `drop ${type} if exists "${name}"`
        insert.run(removal, sql)
        if (!isOfContactIndex(name)) this.sqlite.run(removal)
      }
    })
  }

  async writeRows(table: MovedTable, lines: string[], key: string) {
    const places = table.columns.map(() => '?').join(', ')
    const insert = this.sqlite.query(`insert into "${table.name}" (${namesOf(table.columns)}) values (${places})`)
    const types = typesOf(table)
    this.inTransaction(() => {
      for (const line of lines) insert.run(...(decodeLine(line, types) as never[]))
      this.store(table.name, key)
    })
  }

  async writeIndex(messages: IndexedMessage[], key: string) {
    this.sqlite.run('begin immediate')
    await indexMessages(this.handle, messages)
    this.store(indexStep, key)
    this.sqlite.run('commit')
  }

  async restoreSchema(lastIds: Map<string, number>, lastMessage: number) {
    const definitions = this.sqlite
      .query('select removal, creation from move_definitions order by position')
      .all() as Definition[]
    this.sqlite.run('begin immediate')
    for (const { removal } of definitions) this.sqlite.run(removal)
    for (const { creation } of definitions) this.sqlite.run(creation)
    for (const [table, id] of lastIds) await setLastId(this.handle, table, id)
    this.sqlite.query('update search_progress set indexed = ?').run(lastMessage)
    const [broken] = this.sqlite.query('pragma foreign_key_check').all() as { table: string; parent: string }[]
    if (broken) throw new Error(`a row of ${broken.table} refers to a missing row of ${broken.parent}`)
    this.store(schemaStep, finished)
    this.sqlite.run('commit')
  }

  async complete() {
    this.sqlite.run('begin immediate')
    this.sqlite.run('drop table if exists move_progress')
    this.sqlite.run('drop table if exists move_definitions')
    await removeMark(this.handle)
    this.sqlite.run('commit')
    this.handle.statements.clear()
  }

  /** Copies the log into the file and closes it. */
  close() {
    this.handle.statements.clear()
    this.sqlite.run('pragma wal_checkpoint(truncate)')
    this.sqlite.close()
  }

  private store(step: string, key: string) {
    this.sqlite
      .query('insert into move_progress (step, key) values (?1, ?2) on conflict (step) do update set key = ?2')
      .run(step, key)
  }

  private inTransaction(work: () => void) {
    this.sqlite.transaction(work).immediate()
  }
}
