import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { RowFault } from '../../shared/enums'

const byId = hot<{ id: number }>()((db, p) =>
  db
    .select('contact_list_imports')
    .select(['id', 'contactListId', 'source', 'sourceDetail', 'mediaId', 'columns', 'state', 'total', 'position'])
    .where('id', '=', p('id')),
)

/** An import as its job needs it. */
export type OpenImport = NonNullable<(typeof byId)['row']>

export const readOpenImport = (scope: Scope, id: number) => scope.db.first(byId, { id })

/** A row to add, or one with a fault. */
export type ImportedRow =
  | { row: number; name: string; number: string; email: string }
  | { row: number; name: string; number: string; fault: RowFault; other: string }

/** Rows with the position after them, which the import stores with them. */
export interface RowBatch {
  rows: ImportedRow[]
  position: number
  total: number | null
}

/** Rows of one transaction: some 0.8 ms of the main thread, which runs it in one piece. */
export const batchSize = 25
