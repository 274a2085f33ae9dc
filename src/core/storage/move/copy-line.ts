import type { Column } from '../row-shape'

/**
 * Rows in the text format of PostgreSQL's COPY, one per line: fields separated by tabs, `\N` for null
 * (https://www.postgresql.org/docs/15/sql-copy.html). Both engines yield the same line for the same row, so that lines
 * are copied, compared and hashed as they are.
 */

type ColumnType = Column['type']
/** Value of a row as SQLite returns and binds it. */
export type CellValue = string | number | bigint | Uint8Array | null

const escapes: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\0': '\ufffd', // PostgreSQL refuses it in texts; every write of the product stores it so
}
const originals = new Map(Object.entries(escapes).map(([character, escaped]) => [escaped, character]))
const toEscape = /[\\\b\f\n\r\t\v\0]/g
const escaped = /\\[\\bfnrtv]/g

/** Text of a field. */
export const escapeText = (text: string) => text.replace(toEscape, (character) => escapes[character] as string)
export const unescapeText = (field: string) =>
  field.includes('\\') ? field.replace(escaped, (found) => originals.get(found) as string) : field

function encodeField(value: CellValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escapeText(value)
  return value instanceof Uint8Array ? `\\\\x${value.toHex()}` : String(value)
}

/** Line of a row, without its end. */
export const encodeLine = (values: readonly CellValue[]) => values.map(encodeField).join('\t')

function decodeField(field: string, type: ColumnType): CellValue {
  if (field === '\\N') return null
  if (type === 'TEXT') return unescapeText(field)
  if (type === 'BLOB') return Uint8Array.fromHex(field.slice(3))
  const number = Number(field)
  return type === 'INTEGER' && !Number.isSafeInteger(number) ? BigInt(field) : number
}

/** Values of a line. */
export const decodeLine = (line: string, types: readonly ColumnType[]): CellValue[] =>
  line.split('\t').map((field, at) => decodeField(field, types[at] as ColumnType))
