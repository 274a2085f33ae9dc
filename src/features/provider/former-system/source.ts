import { type DumpRow, readDump } from './dump'
import { type Gathered, gather } from './gathered'

/** Place from which companies are read, with the tables of the whaticket family as the common form of their rows. */
export interface FormerSystem {
  /** All rows but messages. @throws InvalidDump */
  gather(): Promise<Gathered>
  /** Rows of messages, in any order; called after `gather`. @throws InvalidDump */
  messages(): AsyncIterable<DumpRow>
}

/** A plain dump of the database of a product of the whaticket family; each call reads the file. */
export const dumpSource = (path: string): FormerSystem => ({
  gather: () => gather(path),
  async *messages() {
    for await (const { row } of readDump(path, (table) => table === 'Messages')) yield row
  },
})
