import type { OperationNode, SelectQueryNode } from 'kysely'
import type { Line } from './lines'

/** Names of the tables of a query by alias, and the aliases whose rows may be missing. */
interface Sources {
  tables: Map<string, string>
  outer: Set<string>
}

/**
 * Columns that may be null. PostgreSQL sorts a missing value last, SQLite first, so `order by` says where it belongs;
 * but `nulls first` on a column that is never null would keep the index of its primary key from being used.
 */
export class NullableColumns {
  private readonly required = new Map<string, Set<string>>()

  /** Reads the catalogue. Until then every column counts as nullable. */
  async load(line: Line) {
    const rows = await line.rows(
      `select c.relname as "table", a.attname as "column" from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and a.attnotnull`,
      [],
    )
    for (const { table, column } of rows as { table: string; column: string }[])
      this.required.set(table, (this.required.get(table) ?? new Set()).add(column))
  }

  /** True when a value that a select is ordered by may be null. */
  mayBeNull(value: OperationNode, query: SelectQueryNode | undefined): boolean {
    const reference = readReference(value)
    if (!reference || !query) return true
    const { tables, outer } = sourcesOf(query)
    const { column, table } = reference
    if (table !== undefined) return outer.has(table) || !this.required.get(tables.get(table) ?? '')?.has(column)
    const owners = [...tables].filter(([, name]) => this.required.get(name)?.has(column))
    return owners.length !== 1 || outer.has(owners[0]?.[0] ?? '')
  }
}

/** Node of Kysely's tree with the properties that this file reads. */
interface AnyNode {
  kind: string
  column?: { column: { name: string } }
  table?: AnyNode & { identifier?: { name: string } }
  node?: AnyNode
  alias?: { name?: string }
}

function readReference(value: OperationNode): { column: string; table: string | undefined } | undefined {
  const { kind, column, table } = value as unknown as AnyNode
  if (kind !== 'ReferenceNode' || !column?.column) return undefined
  return { column: column.column.name, table: tableName(table) }
}

const tableName = (table: AnyNode | undefined): string | undefined => table?.table?.identifier?.name

function sourcesOf({ from, joins = [] }: SelectQueryNode): Sources {
  const sources: Sources = { tables: new Map(), outer: new Set() }
  for (const table of from?.froms ?? []) addSource(sources, table as unknown as AnyNode, false)
  for (const { joinType, table } of joins) addSource(sources, table as unknown as AnyNode, /Left|Full/.test(joinType))
  return sources
}

function addSource({ tables, outer }: Sources, source: AnyNode, isOuter: boolean) {
  const alias = source.kind === 'AliasNode' ? source.alias?.name : tableName(source)
  if (alias === undefined) return
  tables.set(alias, tableName(source.kind === 'AliasNode' ? source.node : source) ?? '')
  if (isOuter) outer.add(alias)
}
