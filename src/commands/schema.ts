import { migrations } from '../../migrations'
import { readableSince } from '../../migrations/readable-since'
import { newestOf } from '../core/storage/migrate'
import { printLine, type Run } from './command'

/** Newest migration of a version, and the oldest newest migration of versions that can serve its schema. */
export interface SchemaFacts {
  newest: string
  readableSince: string
}

export const ownSchema = (): SchemaFacts => ({ newest: newestOf(migrations), readableSince })

/** `balcao --schema`: prints the facts as JSON, for `balcao update` of another version (docs/adr/0174). */
export const run: Run = async () => {
  printLine(JSON.stringify(ownSchema()))
  return 0
}
