import type { Handle } from './db'
import * as postgres from './postgres/table-facts'
import type { TableFacts } from './row-shape'
import * as sqlite from './sqlite/table-facts'

/** Returns the facts of a table from the database's catalogue. */
export const tableFacts = (handle: Handle, table: string): Promise<TableFacts> =>
  (handle.engine.name === 'postgres' ? postgres : sqlite).tableFacts(handle, table)

/** Returns the names of all tables, without those that an engine keeps for itself. */
export const listTables = (handle: Handle): Promise<string[]> =>
  (handle.engine.name === 'postgres' ? postgres : sqlite).listTables(handle)
