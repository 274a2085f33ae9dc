import { type RawBuilder, sql } from 'kysely'
import { engineForms } from './engine-forms'

/**
 * End of a select that keeps its rows from changing until the end of the transaction, and waits for a change under way.
 * SQLite has one writer.
 */
export const lockRows: RawBuilder<unknown> = engineForms({ sqlite: sql``, postgres: sql`for update` })
