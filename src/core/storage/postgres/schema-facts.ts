import { NullableColumns } from './nullable-columns'
import { SettledIds } from './settled-ids'

/** Facts of the database that a process reads for itself. */
export class SchemaFacts {
  readonly nullable = new NullableColumns()
  readonly settledMessages = new SettledIds()
}
