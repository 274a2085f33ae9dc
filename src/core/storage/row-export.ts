import { type Kysely, sql } from 'kysely'
import { parseJson } from '../../shared/json'
import type { Handle } from './db'
import type { TableShape } from './row-shape'
import type { CompanyId } from './schema'

/** Number of rows read before other work of the event loop gets its turn. */
const batchSize = 500

/**
 * Yields a company's rows of one table as JSON lines, several lines at a time. Ids are renumbered from 1, so that the
 * file is the same on every installation and does not reveal the number of other companies' rows.
 */
export async function* exportRows(handle: Handle, shape: TableShape, companyId: CompanyId): AsyncGenerator<string> {
  const query = await exportQuery(handle, shape, companyId)
  const idLists = await fileIdsOf(handle, shape, companyId)
  let part: string[] = []
  for await (const row of query.stream(batchSize)) {
    part.push(`${JSON.stringify(toLine(row as Row, idLists))}\n`)
    if (part.length < batchSize) continue
    yield part.join('')
    part = []
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield part.join('')
}

type Row = Record<string, string | number | null | Uint8Array>

/** Any table of a company, as far as this file names its columns. */
type AnyTable = { t: Record<string, Value>; x: Record<string, Value> }
type Value = number & string

async function exportQuery(handle: Handle, shape: TableShape, companyId: CompanyId) {
  const { table, columns, references, enforced, key, where } = shape
  const db = handle.kysely as unknown as Kysely<AnyTable>
  const bases = new Map<string, number>()
  for (const target of new Set(Object.values(references)))
    bases.set(target, (await lowestId(handle, target, companyId)) - 1)
  const expressions = columns.map(({ name }) => {
    const column = sql.ref<number>(`t.${name}`)
    const target = references[name]
    if (!target) return column.as(name)
    const base = bases.get(target) as number
    if (target === table || enforced.includes(name)) return sql`${column} - ${sql.lit(base)}`.as(name)
    // Null when the referenced row no longer exists.
    return sql`(select x.id - ${sql.lit(base)} from ${sql.table(target)} x
      where x."companyId" = ${companyId} and x.id = ${column})`.as(name)
  })
  const query = db
    .selectFrom(`${table} as t` as 't')
    .select(expressions)
    .where('t.companyId', '=', companyId as never)
    .$if(where !== undefined, (q) =>
      q.where(sql<boolean>`${sql.raw(`t.${where?.replaceAll(':company', `${companyId}`)}`)}`),
    )
  return key.reduce((ordered, name) => ordered.orderBy(sql.ref(`t.${name}`)), query)
}

async function lowestId(handle: Handle, table: string, companyId: CompanyId): Promise<number> {
  const db = handle.kysely as unknown as Kysely<AnyTable>
  const row = await db
    .selectFrom(table as 't')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('companyId', '=', companyId as never)
    .executeTakeFirst()
  return (row?.id as number | null | undefined) ?? 1
}

/** Columns with a list of ids, each with the ids in the file by the ids in the database. */
type FileIds = [column: string, fileIds: Map<number, number>][]

async function fileIdsOf(handle: Handle, { idLists = {} }: TableShape, companyId: CompanyId): Promise<FileIds> {
  const db = handle.kysely as unknown as Kysely<AnyTable>
  const found: FileIds = []
  for (const [name, target] of Object.entries(idLists)) {
    const rows = await db
      .selectFrom(target as 't')
      .select('id')
      .where('companyId', '=', companyId as never)
      .orderBy('id')
      .execute()
    const base = ((rows[0]?.id as number | undefined) ?? 1) - 1
    found.push([name, new Map(rows.map(({ id }) => [id as number, (id as number) - base]))])
  }
  return found
}

function toLine(row: Row, idLists: FileIds): Row {
  for (const [name, value] of Object.entries(row)) if (value instanceof Uint8Array) row[name] = value.toBase64()
  for (const [name, fileIds] of idLists) {
    const ids = parseJson(String(row[name])) as number[]
    row[name] = JSON.stringify(ids.flatMap((id) => fileIds.get(id) ?? [])) // without ids of deleted rows
  }
  return row
}
