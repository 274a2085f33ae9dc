import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { getFile } from '../media/files'
import type { ParsedRow } from './list-file-parser'
import type { Columns } from './list-file-parser/columns'
import { batchSize, type ImportedRow, type OpenImport, type RowBatch } from './open-import'

/**
 * Reads the file in a worker and returns its rows after the stored position, in batches. The lines stay bytes until
 * their batch is due. @throws AppError and ParseFailure as the parser
 */
export async function rowsOfFile(scope: Scope, row: OpenImport): Promise<AsyncIterable<RowBatch>> {
  if (row.mediaId === null || row.columns === null) throw new AppError('ERR_NO_MEDIA_FOUND')
  const { path, size } = await getFile(scope, row.mediaId)
  const source = { path: scope.ports.media.absolute(path), size }
  const columns = JSON.parse(row.columns) as Columns
  const { rows, lines } = await scope.ports.parsers.run(scope.companyId, 'list.read', { ...source, columns })
  return batchesOf(lines, rows, row.position)
}

async function* batchesOf(lines: Uint8Array, total: number, position: number): AsyncGenerator<RowBatch> {
  const decoder = new TextDecoder()
  let [at, index] = [0, 0]
  const nextLine = () => {
    const end = lines.indexOf(newline, at)
    const line = lines.subarray(at, end)
    at = end + 1
    index++
    return line
  }
  while (index < position) nextLine()
  while (index < total) {
    const rows: ImportedRow[] = []
    while (index < total && rows.length < batchSize)
      rows.push(toImportedRow(JSON.parse(decoder.decode(nextLine())) as ParsedRow))
    yield { rows, position: index, total }
  }
}

const newline = 10

function toImportedRow(parsed: ParsedRow): ImportedRow {
  if (parsed.length === 4) {
    const [row, name, number, email] = parsed
    return { row, name, number, email }
  }
  const [row, name, number, fault, other] = parsed
  return { row, name, number, fault, other: other === null ? '' : String(other) }
}
