import type { Scope } from '../../core/scope'

/**
 * The id a new person keeps. SQLite gives the highest deleted id again, and what a person said and did stays under
 * theirs: nobody is taken for somebody who has gone. Who has gone stands in the log, which forgets nothing.
 */
export async function freshId(scope: Scope, given: number): Promise<number> {
  const gone = await scope.db
    .select('audit_log')
    .select((eb) => eb.fn.max('entityId').as('id'))
    .where('entity', '=', 'user')
    .where('action', '=', 'delete')
    .executeTakeFirst()
  if (given > (gone?.id ?? 0)) return given
  // `given` is the highest there is, so everything above is free.
  const id = (gone?.id ?? 0) + 1
  await scope.db.update('users').set({ id }).where('id', '=', given).execute()
  return id
}
