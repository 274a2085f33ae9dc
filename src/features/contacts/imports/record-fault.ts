import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { CellFault, RowFault } from '../../../shared/enums'

interface Fault {
  importId: number
  row: number
  name: string
  number: string
  fault: RowFault | CellFault
  /** Row with the same number, the name under which the list has it, or the text of the cell. */
  other: string
  /** Heading of a cell that was left out of a person who is added; missing for a row. */
  cell?: string
}
const insertFault = hot<Required<Fault>>()((db, p) =>
  db.insert('contact_import_errors', {
    ...{ importId: p('importId'), row: p('row'), name: p('name'), number: p('number') },
    ...{ fault: p('fault'), other: p('other'), cell: p('cell') },
  }),
)

/** Records why a row was not added, or a cell left out, for the file that people download. */
export const recordFault = (scope: Scope, fault: Fault) => scope.db.run(insertFault, { cell: '', ...fault })
