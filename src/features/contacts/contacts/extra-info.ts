import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { ExtraInput } from './model'

interface ExtraLine {
  contactId: number
  name: string
  value: string
}
const idsOf = hot<{ contactId: number }>()((db, p) =>
  db.select('contact_extra').select('id').where('contactId', '=', p('contactId')),
)
/** Adds a field to a contact. */
export const insertExtraLine = hot<ExtraLine>()((db, p) =>
  db.insert('contact_extra', { contactId: p('contactId'), name: p('name'), value: p('value') }),
)
const updateLine = hot<{ id: number; name: string; value: string }>()((db, p) =>
  db
    .update('contact_extra')
    .set({ name: p('name'), value: p('value') })
    .where('id', '=', p('id')),
)
const deleteLine = hot<{ id: number }>()((db, p) => db.delete('contact_extra').where('id', '=', p('id')))

/**
 * Replaces a contact's additional fields: entries with an existing id are updated, others inserted, missing ones
 * deleted.
 */
export async function replaceExtra(scope: Scope, contactId: number, lines: ExtraInput[]) {
  const existingIds = (await scope.db.run(idsOf, { contactId })).map(({ id }) => id)
  const keptIds = lines.map(({ id }) => id)
  for (const id of existingIds) if (!keptIds.includes(id)) await scope.db.run(deleteLine, { id })
  for (const { id, name, value } of lines) {
    if (id !== undefined && existingIds.includes(id)) await scope.db.run(updateLine, { id, name, value })
    else await scope.db.run(insertExtraLine, { contactId, name, value })
  }
}
