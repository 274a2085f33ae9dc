import { parseJson } from '../../shared/json'
import { InvalidArchive } from '../backup/archive'
import type { Handle } from './db'
import { lastIdOf } from './last-ids'
import type { Column, TableShape } from './row-shape'
import type { CompanyId } from './schema'

type Value = string | number | null
export type ImportedRow = Record<string, Value>

/** Highest id accepted in a file; ids in a file start at 1. */
const maxRowId = 1_000_000_000
const mediaId = /^[0-9a-f]{32}$/

/**
 * Parses and checks one line of a table. `at` is its position for error texts.
 * @throws InvalidArchive with the first error
 */
export function readLine(text: string, shape: TableShape, at: string): ImportedRow {
  const row = withCurrentNames(parsed(text, at), shape)
  const known = columnsByName(shape)
  for (const name of Object.keys(row))
    if (!known.has(name)) throw new InvalidArchive(`${at}: unknown column "${name.slice(0, 50)}"`)
  for (const [name, value] of Object.entries(row)) check(known.get(name) as Column, value, shape, `${at}, ${name}`)
  for (const { name, isRequired } of shape.columns)
    if (isRequired && !(name in row)) throw new InvalidArchive(`${at}: ${name} is missing`)
  return row as ImportedRow
}

/** Columns by name, built once for all lines of a table: a third of the time of a line. */
const columnMaps = new WeakMap<TableShape, Map<string, Column>>()

function columnsByName(shape: TableShape): Map<string, Column> {
  const columns = columnMaps.get(shape) ?? new Map(shape.columns.map((column) => [column.name, column]))
  columnMaps.set(shape, columns)
  return columns
}

/** The row with renamed columns under their current names. A row with both names keeps the former, which is unknown. */
function withCurrentNames(row: Record<string, unknown>, { formerNames = {} }: TableShape): Record<string, unknown> {
  for (const [former, name] of Object.entries(formerNames))
    if (former in row && !(name in row)) {
      row[name] = row[former]
      delete row[former]
    }
  return row
}

function parsed(text: string, at: string): Record<string, unknown> {
  try {
    const row = parseJson<Record<string, unknown> | null>(text)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row
  } catch {}
  throw new InvalidArchive(`${at}: it is not a JSON object`)
}

function check(column: Column, value: unknown, shape: TableShape, at: string) {
  const { name, type } = column
  if (value === null) {
    if (!column.isNullable) throw new InvalidArchive(`${at}: it must not be null`)
    return
  }
  if (!typeChecks[type](value)) throw new InvalidArchive(`${at}: it has the wrong type`)
  checkId(name, value as string | number, shape, at)
  if (shape.allowedValues?.[name] && !shape.allowedValues[name].includes(value as string))
    throw new InvalidArchive(`${at}: it is not an allowed value`)
  if (shape.timeColumns.includes(name) && !isStoredTime(String(value)))
    throw new InvalidArchive(`${at}: it is not a valid time`)
  if (shape.idLists?.[name]) checkIds(String(value), at)
  if (shape.json?.includes(name) && !(value === '' && column.mayBeEmpty)) parsedJson(String(value), at)
}

const isText = (value: unknown) => typeof value === 'string'
const typeChecks: Record<Column['type'], (value: unknown) => boolean> = {
  INTEGER: Number.isSafeInteger,
  REAL: Number.isFinite,
  TEXT: isText,
  BLOB: isText,
}

/** The one form in which times are stored: UTC with milliseconds, so that text order is time order. */
function isStoredTime(text: string): boolean {
  const time = Date.parse(text)
  return text.length === 24 && !Number.isNaN(time) && new Date(time).toISOString() === text
}

const isRowId = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= maxRowId

/** Checks the form of ids of rows and of files. */
function checkId(name: string, value: string | number, { references, media }: TableShape, at: string) {
  if (name in references && !isRowId(value)) throw new InvalidArchive(`${at}: it is not a row id`)
  if (media?.includes(name) && value !== '' && !mediaId.test(String(value)))
    throw new InvalidArchive(`${at}: it is not a file id`)
}

function checkIds(text: string, at: string) {
  const ids = parsedJson(text, at)
  if (!Array.isArray(ids) || !ids.every(isRowId)) throw new InvalidArchive(`${at}: it is not a list of row ids`)
}

/** Parses JSON in a file. @throws InvalidArchive */
export function parsedJson(text: string, at: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new InvalidArchive(`${at}: it is not valid JSON`)
  }
}

/** Converts a violated constraint of the database to InvalidArchive; returns other errors unchanged. */
export const invalidOnConstraint = (error: unknown, reason: string) =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT') ? new InvalidArchive(reason) : error

/** Inserts rows of a file with new ids into one company, within a transaction. */
export class CompanyImport {
  private readonly idOffsets = new Map<string, number>()

  constructor(
    private readonly handle: Handle,
    readonly companyId: CompanyId,
    /** New id and path of each media file, by its id in the file. */
    private readonly media: ReadonlyMap<string, { id: string; path: string }>,
    /** Values for columns that are not exported, by table and column. */
    private readonly defaults: Record<string, Record<string, Value>>,
  ) {}

  /** @throws InvalidArchive when the row violates a constraint of the database */
  insert(shape: TableShape, line: ImportedRow, at: string) {
    const row: Record<string, Value | Uint8Array> = {
      ...line,
      ...this.defaults[shape.table],
      companyId: this.companyId,
    }
    for (const { name, type } of shape.columns)
      if (name in line) row[name] = this.importedValue(shape, name, type, line[name] as Value)
    if (shape.table === 'media') row.path = this.media.get(String(line.id))?.path ?? ''
    const names = Object.keys(row)
    const text = `insert into "${shape.table}" (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`
    try {
      this.handle.statements.get(text).run(...(Object.values(row) as never[]))
    } catch (error) {
      throw invalidOnConstraint(error, `${at}: it violates a constraint of the database`)
    }
  }

  private importedValue(
    { table, references, media = [], idLists = {}, uniqueColumn }: TableShape,
    name: string,
    type: string,
    value: Value,
  ) {
    if (value === null) return null
    const target = references[name]
    if (target) return this.idOffset(target) + (value as number)
    if (media.includes(name))
      return this.media.get(String(value))?.id ?? (name === 'profilePicUrl' ? '' : String(value))
    if (idLists[name])
      return JSON.stringify(
        (parseJson(String(value)) as number[]).map((id) => this.idOffset(String(idLists[name])) + id),
      )
    if (name === uniqueColumn) return this.isTaken(table, name, value) ? crypto.randomUUID() : value
    return type === 'BLOB' ? Buffer.from(String(value), 'base64') : value
  }

  /**
   * Returns the number added to each id of the table: its last id before the import, read once, before the first row.
   */
  private idOffset(table: string): number {
    let base = this.idOffsets.get(table)
    if (base === undefined) {
      base = lastIdOf(this.handle.statements.sqlite, table)
      this.idOffsets.set(table, base)
    }
    return base
  }

  private isTaken = (table: string, name: string, value: Value) =>
    this.handle.statements.get(`select 1 from "${table}" where "${name}" = ?`).get(value as never) !== null
}
