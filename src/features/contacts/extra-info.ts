import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { ExtraInput } from './model'

interface ExtraLine {
  contactId: number
  name: string
  value: string
}
const idsOf = hot<{ contactId: number }>()((db, p) =>
  db.select('contact_extra').select('id').where('contactId', '=', p('contactId')),
)
const insertLine = hot<ExtraLine>()((db, p) =>
  db.insert('contact_extra', { contactId: p('contactId'), name: p('name'), value: p('value') }),
)
const updateLine = hot<{ id: number; name: string; value: string }>()((db, p) =>
  db
    .update('contact_extra')
    .set({ name: p('name'), value: p('value') })
    .where('id', '=', p('id')),
)
const deleteLine = hot<{ id: number }>()((db, p) => db.delete('contact_extra').where('id', '=', p('id')))

/** What is known of a contact beside the usual: lines named by id change, others are new, the rest goes. */
export async function replaceExtra(scope: Scope, contactId: number, lines: ExtraInput[]) {
  const there = (await scope.db.run(idsOf, { contactId })).map(({ id }) => id)
  const kept = lines.map(({ id }) => id)
  for (const id of there) if (!kept.includes(id)) await scope.db.run(deleteLine, { id })
  for (const { id, name, value } of lines) {
    if (id !== undefined && there.includes(id)) await scope.db.run(updateLine, { id, name, value })
    else await scope.db.run(insertLine, { contactId, name, value })
  }
}
