import type { Kysely } from 'kysely'
import { parseJson } from '../../shared/json'
import { InvalidArchive } from '../backup/archive'
import type { Handle } from './db'
import { continueIds, holdIds, lastIdOf } from './last-ids'
import { isConstraintViolation } from './postgres/failures'
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
  const columns = columnsByName(shape)
  for (const name of Object.keys(row))
    if (!columns.has(name)) throw new InvalidArchive(`${at}: unknown column "${name.slice(0, 50)}"`)
  for (const [name, value] of Object.entries(row)) check(columns.get(name) as Column, value, shape, `${at}, ${name}`)
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
  String((error as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT') || isConstraintViolation(error)
    ? new InvalidArchive(reason)
    : error

/** The tables of a list, by names that are values. */
type AnyTables = Record<string, Record<string, unknown>>
/** New id and path of each media file, by its id in the file. */
type ImportedMedia = ReadonlyMap<string, { id: string; path: string }>
/** Values for columns that are not exported, by table and column. */
type ColumnDefaults = Record<string, Record<string, Value>>

/** Inserts rows of a file with new ids into one company, within a transaction. */
export class CompanyImport {
  /** Insert statements by table and columns; few, since most rows of a table have the same columns. */
  private readonly texts = new Map<string, string>()

  private constructor(
    private readonly handle: Handle,
    readonly companyId: CompanyId,
    private readonly tables: string[],
    private readonly media: ImportedMedia,
    private readonly defaults: ColumnDefaults,
    /** Number added to each id of a table: its last id before the import. */
    private readonly idOffsets: ReadonlyMap<string, number>,
  ) {}

  static async begin(
    handle: Handle,
    companyId: CompanyId,
    shapes: TableShape[],
    media: ImportedMedia,
    defaults: ColumnDefaults,
  ): Promise<CompanyImport> {
    const tables = shapes.filter(({ hasId }) => hasId).map(({ table }) => table)
    await holdIds(handle, tables)
    const targets = shapes.flatMap(({ references, idLists = {} }) => [references, idLists].flatMap(Object.values))
    const idOffsets = new Map<string, number>()
    for (const table of new Set<string>(targets)) idOffsets.set(table, await lastIdOf(handle, table))
    return new CompanyImport(handle, companyId, tables, media, defaults, idOffsets)
  }

  /** @throws InvalidArchive when the row violates a constraint of the database */
  async insert(shape: TableShape, line: ImportedRow, at: string) {
    const row: Record<string, Value | Uint8Array> = {
      ...line,
      ...this.defaults[shape.table],
      companyId: this.companyId,
    }
    for (const { name, type } of shape.columns)
      if (name in line) row[name] = this.importedValue(shape, name, type, line[name] as Value)
    if (shape.table === 'media') row.path = this.media.get(String(line.id))?.path ?? ''
    const unique = shape.uniqueColumn
    if (unique && row[unique] && (await this.isTaken(shape.table, unique, row[unique] as Value)))
      row[unique] = crypto.randomUUID()
    try {
      await this.handle.run(this.insertText(shape.table, row), Object.values(row))
    } catch (error) {
      throw invalidOnConstraint(error, `${at}: it violates a constraint of the database`)
    }
  }

  /** Call after the last row. */
  end = () => continueIds(this.handle, this.tables)

  private insertText(table: string, row: Record<string, unknown>): string {
    const key = `${table} ${Object.keys(row)}`
    let text = this.texts.get(key)
    if (text === undefined) {
      text = (this.handle.engine.compiler as Kysely<AnyTables>).insertInto(table).values(row).compile().sql
      this.texts.set(key, text)
    }
    return text
  }

  private importedValue(
    { references, media = [], idLists = {} }: TableShape,
    name: string,
    type: string,
    value: Value,
  ): Value | Uint8Array {
    if (value === null) return null
    const target = references[name]
    if (target) return this.idOffset(target) + (value as number)
    if (media.includes(name))
      return this.media.get(String(value))?.id ?? (name === 'profilePicUrl' ? '' : String(value))
    const listed = idLists[name]
    if (listed) return JSON.stringify((parseJson(String(value)) as number[]).map((id) => this.idOffset(listed) + id))
    return type === 'BLOB' ? Buffer.from(String(value), 'base64') : value
  }

  private idOffset = (table: string): number => this.idOffsets.get(table) as number

  private async isTaken(table: string, name: string, value: Value): Promise<boolean> {
    const rows = (this.handle.kysely as Kysely<AnyTables>).selectFrom(table).select(name).where(name, '=', value)
    return (await rows.executeTakeFirst()) !== undefined
  }
}
