import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { RowFault } from '../../../shared/enums'
import type { LeftOut, Person } from './read-person'

const byId = hot<{ id: number }>()((db, p) =>
  db
    .select('contact_imports')
    .select(['id', 'contactListId', 'source', 'sourceDetail', 'mediaId', 'layout', 'state', 'total', 'position'])
    .where('id', '=', p('id')),
)

/** An import as its job needs it. */
export type OpenImport = NonNullable<(typeof byId)['row']>

export const readOpenImport = (scope: Scope, id: number) => scope.db.first(byId, { id })

/** A person to add; `repeats` is the earlier row of the file with the same number. */
export type ImportedPerson = Person & { row: number; leftOut: LeftOut[]; repeats: number | null }
/** A row to add, or one with a fault. */
export type ImportedRow = ImportedPerson | { row: number; name: string; number: string; fault: RowFault; other: string }

/** Rows with the position after them, which the import stores with them. */
export interface RowBatch {
  rows: ImportedRow[]
  position: number
  total: number | null
}

/** Rows of one transaction: some 0.8 ms of the main thread, which runs it in one piece. */
export const batchSize = 25
