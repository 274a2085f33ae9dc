import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { publishContactList } from '../lists/service'
import { optedOutAmong } from '../opt-outs/among'
import type { ImportedRow, OpenImport, RowBatch } from './open-import'
import { publishImport } from './read'
import { recordFault } from './record-fault'
import { storeContactRow } from './store-contact-row'
import { storeListRow } from './store-list-row'

/** The figure that counts a row. */
export type Outcome = 'added' | 'filled' | 'known' | 'repeated' | 'invalid'

const stateOf = hot<{ id: number }>()((db, p) =>
  db
    .select('contact_imports')
    .leftJoin('contact_lists', (join) =>
      join
        .onRef('contact_lists.id', '=', 'contact_imports.contactListId')
        .onRef('contact_lists.companyId', '=', 'contact_imports.companyId'),
    )
    .select(['contact_imports.state', 'contact_lists.contactsCount', 'contact_lists.deletedAt'])
    .select(['contact_imports.added', 'contact_imports.filled', 'contact_imports.known', 'contact_imports.repeated'])
    .select(['contact_imports.invalid', 'contact_imports.leftOut', 'contact_imports.optedOut'])
    .select('contact_imports.handled')
    .where('contact_imports.id', '=', p('id')),
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
    const before = await scope.db.first(stateOf, { id: open.id })
    if (before?.state !== 'running' || (before.deletedAt ?? null) !== null) return undefined
    const { contactsCount, deletedAt: _, state: __, ...figures } = before
    const addedNumbers = await storeEach(scope, open, batch.rows, figures)
    if ((contactsCount ?? 0) + addedNumbers.length > limits.listItems)
      throw new AppError('ERR_CONTACT_LIST_FULL', { max: limits.listItems })
    figures.optedOut += (await optedOutAmong(scope, addedNumbers)).size
    figures.handled += batch.rows.length
    const { position, total } = batch
    const change = { ...figures, position, total, updatedAt: new Date().toISOString() }
    await scope.db.update('contact_imports').set(change).where('id', '=', open.id).execute()
    if (figures.handled % (batchesPerEvent * batch.rows.length) === 0) await publishProgress(scope, open)
    return performance.now() - began
  })

type Figures = Record<Outcome | 'leftOut', number>

/** Stores the rows of a batch and counts them; returns the numbers that were added. */
async function storeEach(scope: Scope, open: OpenImport, rows: ImportedRow[], figures: Figures): Promise<string[]> {
  const addedNumbers: string[] = []
  for (const row of rows) {
    const outcome = await storeRow(scope, open, row)
    figures[outcome]++
    if (outcome === 'added') addedNumbers.push(row.number)
    if ('leftOut' in row && outcome !== 'repeated') figures.leftOut += row.leftOut.length
  }
  return addedNumbers
}

async function publishProgress(scope: Scope, { id, contactListId }: OpenImport) {
  await publishImport(scope, id)
  if (contactListId === null) scope.publish('contact', { action: 'reload' })
  else await publishContactList(scope, contactListId)
}

/** Adds one person, or records why not, and the cells that were left out; returns the figure that counts the row. */
async function storeRow(scope: Scope, open: OpenImport, row: ImportedRow): Promise<Outcome> {
  const { id: importId, contactListId } = open
  if ('fault' in row) {
    await recordFault(scope, { importId, ...row })
    return 'invalid'
  }
  const outcome =
    contactListId === null ? await storeContactRow(scope, row) : await storeListRow(scope, open, contactListId, row)
  if (outcome === 'repeated') return outcome
  const { row: line, name, number } = row
  for (const [cell, fault, other] of row.leftOut)
    await recordFault(scope, { importId, row: line, name, number, fault, other, cell })
  return outcome
}
