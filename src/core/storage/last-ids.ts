import type { Handle } from './db'
import * as postgres from './postgres/last-ids'
import * as sqlite from './sqlite/last-ids'

const idsOf = ({ engine }: Handle) => (engine.name === 'postgres' ? postgres : sqlite)

/** Returns the last id that the table assigned; 0 before its first row. */
export const lastIdOf = (handle: Handle, table: string): Promise<number> => idsOf(handle).lastIdOf(handle, table)

/** Call before rows are inserted with ids above the last one: others insert no rows until the end of the transaction. */
export const holdIds = (handle: Handle, tables: string[]): Promise<void> => idsOf(handle).holdIds(handle, tables)

/** Call after rows were inserted with ids of the caller: the tables assign ids above them. */
export const continueIds = (handle: Handle, tables: string[]): Promise<void> =>
  idsOf(handle).continueIds(handle, tables)

/** Names of the tables that assign ids. */
export const tablesWithIds = (handle: Handle): Promise<string[]> => idsOf(handle).tablesWithIds(handle)

/** Continues the ids of an empty or copied table after `id`, which no lower one follows. */
export const setLastId = (handle: Handle, table: string, id: number): Promise<void> =>
  idsOf(handle).setLastId(handle, table, id)
