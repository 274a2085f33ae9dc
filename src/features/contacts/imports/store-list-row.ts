import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { foldText } from '../../../shared/text'
import type { ImportedPerson, OpenImport } from './open-import'
import { recordFault } from './record-fault'
import type { Outcome } from './store-rows'

interface Item {
  contactListId: number
  name: string
  searchText: string
  number: string
  email: string
  variables: string
}
const insertItem = hot<Item>()((db, p) =>
  db
    .insert('contact_list_items', {
      ...{ contactListId: p('contactListId'), name: p('name'), searchText: p('searchText') },
      ...{ number: p('number'), email: p('email'), variables: p('variables'), waJid: null, checkedAt: null },
    })
    .onConflict((conflict) => conflict.columns(['companyId', 'contactListId', 'number']).doNothing())
    .returning('id'),
)
const nameOf = hot<{ contactListId: number; number: string }>()((db, p) =>
  db
    .select('contact_list_items')
    .select('name')
    .where('contactListId', '=', p('contactListId'))
    .where('number', '=', p('number')),
)

/** Adds a person to the list of the import, or records the row with the same number. */
export async function storeListRow(
  scope: Scope,
  { id: importId, source }: OpenImport,
  contactListId: number,
  person: ImportedPerson,
): Promise<Outcome> {
  const { row, name, number, email, fields, repeats } = person
  if (repeats !== null) {
    await recordFault(scope, { importId, row, name, number, fault: 'repeated', other: String(repeats) })
    return 'repeated'
  }
  const variables = JSON.stringify(Object.fromEntries(fields))
  const item = { contactListId, name, searchText: foldText(name), number, email, variables }
  if (await scope.db.first(insertItem, item)) return 'added'
  if (source === 'file') {
    const other = (await scope.db.first(nameOf, { contactListId, number }))?.name ?? ''
    await recordFault(scope, { importId, row, name, number, fault: 'known', other })
  }
  return 'known'
}
