import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { limits } from '../../../shared/limits'
import { canonicalNumber } from '../../../shared/phone/forms'
import type { AddressBookEntry } from '../../../whatsapp/contract'
import type { ImportResult } from './model'
import { storeContacts } from './spreadsheet/upload'

const upsertEntry = hot<{ whatsappId: number; jid: string; number: string; name: string }>()((db, p) =>
  db
    .insert('address_book', { whatsappId: p('whatsappId'), jid: p('jid'), number: p('number'), name: p('name') })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'whatsappId', 'number']).doUpdateSet({ jid: p('jid'), name: p('name') }),
    ),
)
const page = hot<{ after: number; limit: number }>()((db, p) =>
  db
    .select('address_book')
    .select(['id', 'number', 'name'])
    .where('id', '>', p('after'))
    .orderBy('id')
    .limit(p('limit')),
)
const batchSize = 500

/** Stores the address book that a phone sent, until a person imports it. Repeated entries replace the earlier ones. */
export async function storeAddressBook(outer: Scope, whatsappId: number, entries: AddressBookEntry[]) {
  for (let at = 0; at < entries.length; at += batchSize)
    await outer.transaction(async (scope) => {
      for (const { number, jid, name } of entries.slice(at, at + batchSize)) {
        const canonical = canonicalNumber(number)
        await scope.db.run(upsertEntry, {
          whatsappId,
          jid,
          number: canonical,
          name: name.trim().slice(0, limits.name.max),
        })
      }
    })
}

/**
 * POST /contacts/import: creates contacts from the address books of the company's phones, in batches of 500. Existing
 * contacts without a name get one. `known` counts the entries; 0 means that no phone has sent an address book yet.
 */
export async function importAddressBook(outer: Scope): Promise<ImportResult> {
  let after = 0
  const count = { known: 0, imported: 0, filled: 0 }
  for (;;) {
    const entries = await outer.db.run(page, { after, limit: batchSize })
    const last = entries.at(-1)
    if (!last) break
    count.known += entries.length
    after = last.id
    const rows = entries.map(({ number, name }) => ({ number, email: '', name: name || number }))
    const { made, filled } = await outer.transaction(async (scope) => {
      const stored = await storeContacts(scope, rows)
      if (stored.made.length + stored.filled > 0) scope.publish('contact', { action: 'reload' })
      return stored
    })
    count.imported += made.length
    count.filled += filled
  }
  return count
}
