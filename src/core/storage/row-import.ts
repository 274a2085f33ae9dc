import { InvalidArchive } from '../backup/archive'
import type { Handle } from './db'
import { lastIdOf } from './last-ids'
import type { Column, Shape } from './row-shape'
import type { CompanyId } from './schema'

type Value = string | number | null
export type Line = Record<string, Value>

/** Numbers in a file begin at 1; more than this nobody has. */
const mostRows = 1_000_000_000
const mediaId = /^[0-9a-f]{32}$/

/** Reads a line as a row of the table, or throws InvalidArchive with the first thing that is wrong with it. */
export function readLine(text: string, shape: Shape, at: string): Line {
  const row = parsed(text, at)
  const known = new Map(shape.columns.map((column) => [column.name, column]))
  for (const name of Object.keys(row))
    if (!known.has(name)) throw new InvalidArchive(`${at}: nobody knows "${name.slice(0, 50)}"`)
  for (const [name, value] of Object.entries(row)) check(known.get(name) as Column, value, shape, `${at}, ${name}`)
  for (const { name, isRequired } of shape.columns)
    if (isRequired && !(name in row)) throw new InvalidArchive(`${at}: ${name} is missing`)
  return row as Line
}

function parsed(text: string, at: string): Record<string, unknown> {
  try {
    const row = JSON.parse(text)
    if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row
  } catch {}
  throw new InvalidArchive(`${at}: it is no row`)
}

function check(column: Column, value: unknown, shape: Shape, at: string) {
  const { name, type } = column
  if (value === null) {
    if (!column.isNullable) throw new InvalidArchive(`${at}: it is missing`)
    return
  }
  if (!kinds[type](value)) throw new InvalidArchive(`${at}: it is of the wrong kind`)
  checkPlace(name, value as string | number, shape, at)
  if (shape.allowedValues?.[name] && !shape.allowedValues[name].includes(value as string))
    throw new InvalidArchive(`${at}: it is none of its values`)
  if (shape.timeColumns.includes(name) && !isMoment(String(value))) throw new InvalidArchive(`${at}: it is no moment`)
  if (shape.idLists?.[name]) checkIds(String(value), at)
  if (shape.json?.includes(name) && !(value === '' && column.mayBeEmpty)) parsedJson(String(value), at)
}

const isText = (value: unknown) => typeof value === 'string'
const kinds: Record<Column['type'], (value: unknown) => boolean> = {
  INTEGER: Number.isSafeInteger,
  REAL: Number.isFinite,
  TEXT: isText,
  BLOB: isText,
}

/** The one form in which moments are stored, so that as texts they are in their order: UTC with milliseconds. */
function isMoment(text: string): boolean {
  const moment = Date.parse(text)
  return text.length === 24 && !Number.isNaN(moment) && new Date(moment).toISOString() === text
}

const isRowNumber = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= mostRows

/** What names a row or a file looks like one. */
function checkPlace(name: string, value: string | number, { references, media }: Shape, at: string) {
  if (name in references && !isRowNumber(value)) throw new InvalidArchive(`${at}: it is no number of a row`)
  if (media?.includes(name) && value !== '' && !mediaId.test(String(value)))
    throw new InvalidArchive(`${at}: it is no file`)
}

function checkIds(text: string, at: string) {
  const ids = parsedJson(text, at)
  if (!Array.isArray(ids) || !ids.every(isRowNumber)) throw new InvalidArchive(`${at}: it is no list of rows`)
}

/** Text of a file as JSON. @throws InvalidArchive */
export function parsedJson(text: string, at: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidArchive(`${at}: it cannot be read`)
  }
}

/** What the database refuses is the file's fault; any other error stays what it is. */
export const invalidOnConstraint = (error: unknown, reason: string) =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_CONSTRAINT') ? new InvalidArchive(reason) : error

/** Puts rows under new numbers into one company, within a transaction. */
export class CompanyImport {
  private readonly bases = new Map<string, number>()

  constructor(
    private readonly handle: Handle,
    private readonly companyId: CompanyId,
    /** The file's names of files → their names here. */
    private readonly media: ReadonlyMap<string, { id: string; path: string }>,
    /** What a column that stayed has here. */
    private readonly given: Record<string, Record<string, Value>>,
  ) {}

  /** @throws InvalidArchive when the database refuses it */
  insert(shape: Shape, line: Line, at: string) {
    const row: Record<string, Value | Uint8Array> = { ...line, ...this.given[shape.table], companyId: this.companyId }
    for (const { name, type } of shape.columns)
      if (name in line) row[name] = this.importedValue(shape, name, type, line[name] as Value)
    if (shape.table === 'media') row.path = this.media.get(String(line.id))?.path ?? ''
    const names = Object.keys(row)
    const text = `insert into "${shape.table}" (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`
    try {
      this.handle.statements.get(text).run(...(Object.values(row) as never[]))
    } catch (error) {
      throw invalidOnConstraint(error, `${at}: it does not go together with the others`)
    }
  }

  private importedValue(
    { table, references, media = [], idLists = {}, uniqueColumn }: Shape,
    name: string,
    type: string,
    value: Value,
  ) {
    if (value === null) return null
    const target = references[name]
    if (target) return this.base(target) + (value as number)
    if (media.includes(name))
      return this.media.get(String(value))?.id ?? (name === 'profilePicUrl' ? '' : String(value))
    if (idLists[name])
      return JSON.stringify((JSON.parse(String(value)) as number[]).map((id) => this.base(String(idLists[name])) + id))
    if (name === uniqueColumn) return this.isTaken(table, name, value) ? crypto.randomUUID() : value
    return type === 'BLOB' ? Buffer.from(String(value), 'base64') : value
  }

  /** The last number given before the company came: asked once, before its first row. */
  private base(table: string): number {
    let base = this.bases.get(table)
    if (base === undefined) {
      base = lastIdOf(this.handle.statements.sqlite, table)
      this.bases.set(table, base)
    }
    return base
  }

  private isTaken = (table: string, name: string, value: Value) =>
    this.handle.statements.get(`select 1 from "${table}" where "${name}" = ?`).get(value as never) !== null
}
