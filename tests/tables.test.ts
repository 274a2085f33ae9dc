import { expect, test } from 'bun:test'
import { tablesOf } from './insert-any-row'
import { openMigrated } from './migrated'

/**
 * The types of src/core/storage/tables and the schema describe the same tables. The types are gone at run time, so this
 * test reads their source, which names one column per property.
 */
const sources = await Promise.all(
  [...new Bun.Glob('src/core/storage/tables/*.ts').scanSync()].map((file) => Bun.file(file).text()),
)

/** Columns of `Owned` in src/core/storage/schema.ts. */
const ownedColumns = {
  id: 'Generated<number>',
  companyId: 'Owner',
  createdAt: 'Generated<string>',
  updatedAt: 'Generated<string>',
}

type Properties = Record<string, string>

/** Types of the columns of each table. */
const typed: Record<string, Properties> = Object.fromEntries(
  sources
    .map((source) => source.replace(/\/\*\*[\s\S]*?\*\//g, ''))
    .flatMap((source) =>
      Object.entries(propertiesOf(source.slice(source.indexOf('{', source.indexOf('Tables {')) + 1))),
    )
    .map(([table, type]) => [table, columnsOf(type)]),
)

function columnsOf(type: string): Properties {
  const own = propertiesOf(type.slice(type.indexOf('{') + 1))
  return type.startsWith('Owned &') ? { ...ownedColumns, ...own } : own
}

/** Names and types of the properties up to the closing brace. */
function propertiesOf(text: string): Properties {
  const pieces = ['']
  let depth = 0
  for (const letter of text) {
    depth += depthChange(letter)
    if (depth < 0) break
    if (depth === 0 && /[\n;]/.test(letter)) pieces.push('')
    else pieces.push(pieces.pop() + letter)
  }
  const properties = pieces.map((piece) => /^\s*(\w+):\s*([\s\S]+)$/.exec(piece)).filter((found) => found !== null)
  return Object.fromEntries(properties.map(([, name, type = '']) => [name, type.trim()]))
}

function depthChange(letter: string): number {
  if ('{<('.includes(letter)) return 1
  return '}>)'.includes(letter) ? -1 : 0
}

const { sqlite } = (await openMigrated()).raw.statements
const tables = tablesOf(sqlite)

test('every table of the schema has a type, and every type a table', () => {
  expect(Object.keys(typed).sort()).toEqual(tables)
})

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}
const storedColumns = (table: string) => sqlite.query('select * from pragma_table_info(?)').all(table) as Column[]

test.each(tables)('%s: each column has a type that its values fit', (table) => {
  const types = typed[table] ?? {}
  const columns = storedColumns(table)
  expect(columns.map(({ name }) => name).sort()).toEqual(Object.keys(types).sort())
  const misfits = columns.filter((column) => !fits(column, types[column.name] as string))
  expect(misfits.map(({ name, type, notnull }) => `${name} ${type} ${notnull}: ${types[name]}`)).toEqual([])
})

/** A nullable column has null in its type, an optional one a default, and plain types are those of the column. */
function fits({ type, notnull, pk, dflt_value }: Column, declared: string): boolean {
  const isNullable = notnull === 0 && pk === 0
  const isOptional = isNullable || dflt_value !== null || (type === 'INTEGER' && pk > 0)
  if (isNullable !== /\bnull\b/.test(declared)) return false
  if (declared.startsWith('Generated<') && !isOptional) return false
  const plain = declared.replace(/^Generated<(.*)>$/, '$1').replace(' | null', '')
  return valueTypes[plain]?.includes(type) ?? true
}

/** Column types of the plain types; types with a name of their own are checked by the features that use them. */
const valueTypes: Record<string, string[]> = {
  number: ['INTEGER', 'REAL'],
  string: ['TEXT'],
  Uint8Array: ['BLOB'],
  Flag: ['INTEGER'],
  '0 | 1': ['INTEGER'],
  Owner: ['INTEGER'],
}
