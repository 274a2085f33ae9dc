import type { Handle } from './db'
import * as postgres from './postgres/table-facts'
import type { TableFacts } from './row-shape'
import * as sqlite from './sqlite/table-facts'

/** Returns the facts of a table from the database's catalogue. */
export const tableFacts = (handle: Handle, table: string): Promise<TableFacts> =>
  (handle.engine.name === 'postgres' ? postgres : sqlite).tableFacts(handle, table)
