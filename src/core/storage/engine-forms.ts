import type { RawBuilder, RawNode } from 'kysely'

/** Raw SQL that carries its form for PostgreSQL. SQLite's compiler ignores the property. */
interface NodeWithForm extends RawNode {
  readonly postgres?: RawNode
}

/**
 * One expression in two forms. A query is built before it is known which engine runs it, so its tree has both; the
 * compiler of PostgreSQL takes the other form (postgres/compiler.ts).
 */
export function engineForms<V>(forms: { sqlite: RawBuilder<V>; postgres: RawBuilder<unknown> }): RawBuilder<V> {
  const { sqlite, postgres } = forms
  const node: NodeWithForm = {
    ...(sqlite.toOperationNode() as RawNode),
    postgres: postgres.toOperationNode() as RawNode,
  }
  return Object.assign(sqlite, { toOperationNode: () => node })
}

/** Returns the form for PostgreSQL, or the node itself where both engines share one. */
export const postgresForm = (node: RawNode): RawNode => (node as NodeWithForm).postgres ?? node
