import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { importsKept } from './read'

/** Refused rows deleted in one transaction. */
const batchSize = 1000

const oldImports = hot<{ contactListId: number | null; offset: number }>()((db, p) =>
  db
    .select('contact_imports')
    .select('id')
    .where('contactListId', 'is', p('contactListId'))
    .where('state', 'not in', ['running', 'mapping'])
    .orderBy('id', 'desc')
    .limit(100)
    .offset(p('offset')),
)
const someErrors = hot<{ importId: number; limit: number }>()((db, p) =>
  db
    .delete('contact_import_errors')
    .where(
      'id',
      'in',
      db.select('contact_import_errors').select('id').where('importId', '=', p('importId')).limit(p('limit')),
    )
    .returning('id'),
)

/** Deletes all but the newest ended imports of a list or into the contacts, with their refused rows, some at a time. */
export async function pruneImports(outer: Scope, contactListId: number | null, keptCount = importsKept) {
  for (const { id } of await outer.db.run(oldImports, { contactListId, offset: keptCount })) {
    for (let deleted = batchSize; deleted === batchSize; )
      deleted = await outer.transaction(
        async ({ db }) => (await db.run(someErrors, { importId: id, limit: batchSize })).length,
      )
    await outer.transaction(({ db }) => db.delete('contact_imports').where('id', '=', id).execute())
  }
}
