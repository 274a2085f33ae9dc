import { type CompiledQuery, SelectQueryNode } from 'kysely'

/** Placeholder of a value that is bound when the query runs. */
export class Placeholder {
  constructor(readonly name: string) {}
}
/** Text of a compiled query; whether it returns rows; values to bind, some of them placeholders. */
export const toPreparedQuery = ({ sql, query, parameters }: CompiledQuery) => ({
  text: sql,
  returns: SelectQueryNode.is(query) || ('returning' in query && query.returning !== undefined),
  slots: parameters,
})
