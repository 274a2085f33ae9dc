import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { canonicalNumber } from '../../../shared/phone/forms'
import { pnDigits } from '../../../whatsapp/jid'
import { mergeFormerForm } from './former-form'
import { findContactByNumber } from './identify'
import { attachAliases } from './number-aliases'
import { shareOptOut } from './share-opt-out'

const targetOf = hot<{ number: string }>()((db, p) =>
  db.select('number_aliases').select('target').where('number', '=', p('number')),
)
const upsertAlias = hot<{ number: string; target: string }>()((db, p) =>
  db
    .insert('number_aliases', { number: p('number'), target: p('target') })
    .onConflict((conflict) => conflict.columns(['companyId', 'number']).doUpdateSet({ target: p('target') })),
)
const deleteAlias = hot<{ number: string }>()((db, p) => db.delete('number_aliases').where('number', '=', p('number')))
const deleteContactAlias = hot<{ number: string }>()((db, p) =>
  db.delete('contact_aliases').where('number', '=', p('number')).where('lid', 'is', null),
)

/** The number that WhatsApp's answer means: that of the address, whatever its digits, else the number asked. */
export function numberOfAnswer(number: string, jid: string): string {
  const accountDigits = pnDigits(jid)
  return accountDigits === null ? number : canonicalNumber(accountDigits)
}

/**
 * Stores WhatsApp's answer about a number: one with other digits makes both numbers one person, as a merge does; their
 * contacts become one, which keeps WhatsApp's number and can be separated for 30 days. The number's own digits end an
 * earlier answer. Call within a transaction.
 */
export async function storeNumberAnswer(scope: Scope, number: string, jid: string) {
  const target = numberOfAnswer(number, jid)
  await mergeFormerForm(scope, target)
  const before = (await scope.db.first(targetOf, { number }))?.target
  if (target === (before ?? number)) return
  if (before !== undefined) {
    await scope.db.run(deleteAlias, { number })
    await scope.db.run(deleteContactAlias, { number })
  }
  if (target === number) return
  await scope.db.run(upsertAlias, { number, target })
  await uniteContacts(scope, number, target)
  await shareOptOut(scope, [number, target])
}

async function uniteContacts(scope: Scope, number: string, target: string) {
  const typedContact = await findContactByNumber(scope, number)
  const accountContact = await findContactByNumber(scope, target)
  if (typedContact && accountContact && typedContact.id !== accountContact.id)
    await scope.call('mergeNumbers', accountContact, typedContact)
  const contact = accountContact ?? typedContact
  if (contact?.number) await attachAliases(scope, contact.id, contact.number)
}
