import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'

/** Numbers that WhatsApp answered with the digits of another one: both are one account. */

const targetsOf = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .select('number_aliases')
    .select('target')
    .where('number', 'in', inTexts(p('numbers'))),
)
const aliasesOf = hot<{ targets: ListParameter }>()((db, p) =>
  db
    .select('number_aliases')
    .select('number')
    .where('target', 'in', inTexts(p('targets'))),
)
const insertContactAlias = hot<{ contactId: number; number: string }>()((db, p) =>
  db
    .insert('contact_aliases', { contactId: p('contactId'), number: p('number'), lid: null })
    .onConflict((conflict) => conflict.doNothing()),
)
const ownerOf = hot<{ number: string }>()((db, p) =>
  db.select('contacts').select('id').where('number', '=', p('number')),
)

/** The numbers, and all that WhatsApp named as the same accounts. */
export async function sameNumbers(scope: Scope, numbers: Iterable<string>): Promise<string[]> {
  const all = new Set(numbers)
  for (const { target } of await scope.db.run(targetsOf, { numbers: listOf([...all]) })) all.add(target)
  for (const { number } of await scope.db.run(aliasesOf, { targets: listOf([...all]) })) all.add(number)
  return [...all]
}

/**
 * Makes a contact found by the other numbers of its account, unless another contact has them. Call within the transaction
 * that gives it its number.
 */
export async function attachAliases(scope: Scope, contactId: number, number: string) {
  for (const other of await sameNumbers(scope, [number]))
    if (other !== number && !(await scope.db.first(ownerOf, { number: other })))
      await scope.db.run(insertContactAlias, { contactId, number: other })
}

/** Takes the other numbers of a contact's former account away from it. Call within the transaction of the new number. */
export async function detachAliases(scope: Scope, contactId: number, former: string) {
  const others = (await sameNumbers(scope, [former])).filter((number) => number !== former)
  if (others.length === 0) return
  await scope.db.delete('contact_aliases').where('contactId', '=', contactId).where('number', 'in', others).execute()
}

/** Removes what WhatsApp told about numbers. Call within the transaction of an erasure. */
export async function eraseNumberAliases(scope: Scope, numbers: string[]) {
  await scope.db
    .delete('number_aliases')
    .where(({ or, eb }) => or([eb('number', 'in', numbers), eb('target', 'in', numbers)]))
    .execute()
}
