import type { Handle } from './db'
import * as sqlite from './sqlite/last-ids'

/** Returns the last id that the table assigned; 0 before its first row. */
export const lastIdOf = (handle: Handle, table: string): Promise<number> => sqlite.lastIdOf(handle, table)
