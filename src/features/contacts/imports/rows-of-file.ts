import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { getFile } from '../../platform/media/files'
import type { Layout } from './columns/layout'
import type { ParsedFile, ParsedRow } from './contact-file-parser'
import { addListVariables } from './list-variables'
import { batchSize, type ImportedRow, type OpenImport, type RowBatch } from './open-import'
import { readingOf } from './reading'

/**
 * Reads the file in a worker and returns its rows after the stored position, in batches. The lines stay bytes until
 * their batch is due. @throws AppError and ParseFailure as the parser
 */
export async function rowsOfFile(scope: Scope, row: OpenImport): Promise<AsyncIterable<RowBatch>> {
  if (row.mediaId === null || row.layout === null) throw new AppError('ERR_NO_MEDIA_FOUND')
  const { path, size } = await getFile(scope, row.mediaId)
  const source = { path: await scope.ports.media.locate(path), size }
  const input = { ...source, layout: parseJson(row.layout) as Layout, ...(await readingOf(scope)) }
  const parsed = await scope.ports.parsers.run(scope.companyId, 'contacts.read', input)
  if (row.contactListId !== null) await addListVariables(scope, row.contactListId, parsed.fieldNames)
  return batchesOf(parsed, row.position)
}

async function* batchesOf({ rows: total, fieldNames, lines }: ParsedFile, position: number): AsyncGenerator<RowBatch> {
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
      rows.push(toImportedRow(parseJson(decoder.decode(nextLine())) as ParsedRow, fieldNames))
    yield { rows, position: index, total }
  }
}

const newline = 10

function toImportedRow(parsed: ParsedRow, fieldNames: string[]): ImportedRow {
  if (parsed.length === 4) {
    const [row, name, number, fault] = parsed
    return { row, name, number, fault, other: '' }
  }
  const [row, name, number, email, fields, leftOut, repeats] = parsed
  const named = fields.map(([field, value]): [string, string] => [fieldNames[field] ?? '', value])
  return { row, name, number, email, fields: named, leftOut, repeats }
}
