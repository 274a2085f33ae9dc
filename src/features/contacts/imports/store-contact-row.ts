import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { parseJson } from '../../../shared/json'
import { limits } from '../../../shared/limits'
import { insertExtraLine } from '../contacts/extra-info'
import { findContactByNumber } from '../contacts/identify'
import type { ContactRow } from '../contacts/read'
import { fillEmptyFields, storeContacts } from '../contacts/spreadsheet/upload'
import type { ImportedPerson } from './open-import'
import type { LeftOut } from './read-person'
import type { Outcome } from './store-rows'

/** Creates a contact with its fields, or adds to an existing one what it lacks; nothing that it has changes. */
export async function storeContactRow(scope: Scope, person: ImportedPerson): Promise<Outcome> {
  const existing = await findContactByNumber(scope, person.number)
  if (existing)
    return (await fillContact(scope, existing, person)) ? 'filled' : person.repeats === null ? 'known' : 'repeated'
  const { made } = await storeContacts(scope, [person])
  const contactId = made[0]?.id as number
  for (const [name, value] of person.fields) await scope.db.run(insertExtraLine, { contactId, name, value })
  return 'added'
}

const touch = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('contacts')
    .set({ updatedAt: p('now') })
    .where('id', '=', p('id')),
)

/** Fills empty fields, and adds those whose names the contact has not; returns true when something changed. */
async function fillContact(scope: Scope, existing: ContactRow, person: ImportedPerson): Promise<boolean> {
  const isFilled = await fillEmptyFields(scope, existing, person)
  const names = existing.extra === null ? [] : (parseJson(existing.extra) as { name: string }[]).map(({ name }) => name)
  const missing = person.fields.filter(([name]) => !names.includes(name))
  const room = Math.max(0, limits.extraInfo - names.length)
  for (const [name, value] of missing.slice(0, room))
    await scope.db.run(insertExtraLine, { contactId: existing.id, name, value })
  for (const [name, value] of missing.slice(room)) person.leftOut.push(tooMany(name, value))
  const isChanged = isFilled || missing.slice(0, room).length > 0
  if (isChanged && !isFilled) await scope.db.run(touch, { id: existing.id, now: new Date().toISOString() })
  return isChanged
}

const tooMany = (name: string, value: string): LeftOut => [name, 'tooManyFields', value.slice(0, 100)]
