import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import type { RowFault } from '../../shared/enums'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { foldText } from '../../shared/text'
import { publishContactList } from '../contact-lists/service'
import { optedOutAmong } from '../opt-outs/among'
import type { ImportedRow, OpenImport, RowBatch } from './open-import'
import { publishImport } from './read'

const insertItem = hot<{ contactListId: number; name: string; searchText: string; number: string; email: string }>()(
  (db, p) =>
    db
      .insert('contact_list_items', {
        ...{ contactListId: p('contactListId'), name: p('name'), searchText: p('searchText') },
        ...{ number: p('number'), email: p('email'), waJid: null, checkedAt: null },
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
const insertError = hot<{
  importId: number
  row: number
  name: string
  number: string
  fault: RowFault
  other: string
}>()((db, p) =>
  db.insert('contact_list_import_errors', {
    ...{ importId: p('importId'), row: p('row'), name: p('name'), number: p('number') },
    ...{ fault: p('fault'), other: p('other') },
  }),
)
const stateOf = hot<{ id: number }>()((db, p) =>
  db
    .select('contact_list_imports')
    .innerJoin('contact_lists', 'contact_lists.id', 'contact_list_imports.contactListId')
    .select(['contact_list_imports.state', 'contact_lists.contactsCount', 'contact_lists.deletedAt'])
    .select(['contact_list_imports.added', 'contact_list_imports.known', 'contact_list_imports.repeated'])
    .select(['contact_list_imports.invalid', 'contact_list_imports.optedOut', 'contact_list_imports.handled'])
    .where('contact_list_imports.id', '=', p('id')),
)

/** Batches between two events of progress. */
const batchesPerEvent = 100

/**
 * Stores a batch with its position and figures in one transaction. Returns the main thread's time for it in ms, without
 * the flush; undefined when the import was cancelled or its list deleted. @throws ERR_CONTACT_LIST_FULL
 */
export const storeRows = (outer: Scope, open: OpenImport, batch: RowBatch): Promise<number | undefined> =>
  outer.transaction(async (scope) => {
    const began = performance.now()
    const { id, contactListId } = open
    const before = await scope.db.first(stateOf, { id })
    if (before?.state !== 'running' || before.deletedAt !== null) return undefined
    const { contactsCount, deletedAt: _, state: __, ...figures } = before
    const addedNumbers: string[] = []
    for (const row of batch.rows) {
      const outcome = await storeRow(scope, open, row)
      figures[outcome]++
      if (outcome === 'added') addedNumbers.push(row.number)
    }
    if (contactsCount + addedNumbers.length > limits.listItems)
      throw new AppError('ERR_CONTACT_LIST_FULL', { max: limits.listItems })
    figures.optedOut += (await optedOutAmong(scope, addedNumbers)).size
    figures.handled += batch.rows.length
    const { position, total } = batch
    const change = { ...figures, position, total, updatedAt: new Date().toISOString() }
    await scope.db.update('contact_list_imports').set(change).where('id', '=', id).execute()
    if (figures.handled % (batchesPerEvent * batch.rows.length) === 0) {
      await publishImport(scope, id)
      await publishContactList(scope, contactListId)
    }
    return performance.now() - began
  })

/** Adds one person, or records why not; returns the figure that counts the row. */
async function storeRow(
  scope: Scope,
  { id: importId, contactListId, source }: OpenImport,
  row: ImportedRow,
): Promise<'added' | 'known' | 'repeated' | 'invalid'> {
  const { db } = scope
  if ('fault' in row) {
    await db.run(insertError, { importId, ...row })
    return row.fault === 'repeated' || row.fault === 'known' ? row.fault : 'invalid'
  }
  const { name, number, email } = row
  const item = { contactListId, name, searchText: foldText(name), number, email }
  if (await db.first(insertItem, item)) return 'added'
  if (source === 'file') {
    const other = (await db.first(nameOf, { contactListId, number }))?.name ?? ''
    await db.run(insertError, { importId, row: row.row, name, number, fault: 'known', other })
  }
  return 'known'
}
