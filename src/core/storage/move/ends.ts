import type { Handle } from '../db'
import type { IndexedMessage } from '../search-index'
import type { MovedTable } from './moved-tables'

/** Database from which rows are read as of one moment, in an engine of its own (docs/adr/0127). */
export interface ReadEnd {
  readonly handle: Handle
  /**
   * Yields the rows of a table in the order of its key, as lines of COPY, some thousand at a time.
   * @param after key of the row after which to begin, in the form of a line; null for the first
   */
  lines(table: MovedTable, after: string | null): AsyncIterable<string[]>
}

/** Database to which rows are moved. Each method is a transaction; progress is stored with what it tells of. */
export interface WriteEnd extends ReadEnd {
  /** Key of the last copied row by step; a finished step has `finished`. Empty before the first. */
  progress(): Promise<Map<string, string>>
  /** Removes what slows down the copying: indexes, references, triggers. Stores their definitions first. */
  begin(): Promise<void>
  /** Stores rows and the key of the last one; without rows only the key. */
  writeRows(table: MovedTable, lines: string[], key: string): Promise<void>
  /** Stores messages in the search index. */
  writeIndex(messages: IndexedMessage[], key: string): Promise<void>
  /** Makes indexes, references and triggers again, which checks the rows, and continues the ids after `lastIds`. */
  restoreSchema(lastIds: Map<string, number>, lastMessage: number): Promise<void>
  /** Removes what was stored about the move; the database can be used afterwards. */
  complete(): Promise<void>
}

/** Key of a step that has ended. No key of a row is like it. */
export const finished = '\\.'
/** Names of the steps that are no table. */
export const indexStep = '(search index)'
export const schemaStep = '(schema)'

/** Definition of an index, a reference or a trigger. */
export interface Definition {
  /** Statement that removes it while rows are copied. */
  removal: string
  /** Statement that makes it again. */
  creation: string
}
