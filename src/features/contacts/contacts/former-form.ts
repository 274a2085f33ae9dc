import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { numberVariants } from '../../../shared/phone/forms'
import { type ContactRow, contactRows } from './read'

/**
 * Contacts stored under the former form of a number (`shared/phone/forms.ts`) beside one with the present form, from
 * before both were known as one account.
 */

const byNumber = hot<{ number: string }>()((db, p) => contactRows(db).where('contacts.number', '=', p('number')))
const aliasOf = hot<{ number: string }>()((db, p) =>
  db.select('number_aliases').select('target').where('number', '=', p('number')),
)
const insertAlias = hot<{ number: string; target: string }>()((db, p) =>
  db.insert('number_aliases', { number: p('number'), target: p('target') }),
)

/** The contact that has a canonical number in its former form, if the company has one. */
export async function findFormerForm(scope: Scope, number: string): Promise<ContactRow | undefined> {
  const [canonical, former] = numberVariants(number)
  return former === undefined || number !== canonical ? undefined : await scope.db.first(byNumber, { number: former })
}

/**
 * Merges the contact with the former form of a number, which WhatsApp names, into the one with its canonical form. A merge
 * that a person undid is not repeated: its alias remains. Call within a transaction.
 */
export async function mergeFormerForm(scope: Scope, number: string) {
  const drop = await findFormerForm(scope, number)
  if (drop?.isGroup !== 0 || drop.number === null) return
  const keep = await scope.db.first(byNumber, { number })
  if (!keep || (await scope.db.first(aliasOf, { number: drop.number }))) return
  await scope.db.run(insertAlias, { number: drop.number, target: number })
  await scope.call('mergeNumbers', keep, drop)
}
