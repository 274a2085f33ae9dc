import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { contactRows, toContact } from './read'

const withNumbers = hot<{ numbers: ListParameter }>()((db, p) =>
  contactRows(db).where('contacts.number', 'in', inTexts(p('numbers'))),
)
/** Contacts published one by one; lists load again for more. */
const maxPublished = 50

/** Publishes the contacts with these numbers, of which a mark changed. */
export async function publishContactsOf(scope: Scope, numbers: string[]) {
  if (numbers.length === 0) return
  if (numbers.length > maxPublished) return scope.publish('contact', { action: 'reload' })
  for (const row of await scope.db.run(withNumbers, { numbers: listOf(numbers) }))
    scope.publish('contact', { action: 'update', contact: toContact(scope, row) })
}
