import { InvalidArchive, linesOf } from '../../../../core/backup/archive'
import type { Member } from '../../../../core/backup/tar'
import { type ImportedRow, readLine } from '../../../../core/storage/row-import'
import type { TableShape } from '../../../../core/storage/row-shape'
import { limits } from '../../../../shared/limits'

/** The rows of a table, each checked. @throws InvalidArchive when ids do not ascend or a row is invalid */
export async function* readLines(shape: TableShape, members: Map<string, Member>) {
  const member = members.get(`data/${shape.table}.jsonl`)
  if (!member) return // the table did not exist in the exporting version
  let [number, last] = [0, 0]
  for await (const text of linesOf(member.body, limits.companyLine)) {
    const at = `${shape.table}, line ${++number}`
    const row = readLine(text, shape, at)
    if (shape.hasId && Number(row.id) <= last)
      throw new InvalidArchive(`${at}: its id does not follow the previous one`)
    if (shape.hasId) last = Number(row.id)
    yield { row, at }
  }
}

/** True for a support user of the provider, who is not a user of the company. */
export const isSupportUser = ({ support }: ImportedRow) => support === 1
