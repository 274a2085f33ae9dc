import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { subjectOf } from './among'

const deleteNumbers = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .delete('opt_outs')
    .where('number', 'in', inTexts(p('numbers')))
    .returning(['id', 'number']),
)
const insertSubject = hot<{ subject: string; now: string }>()((db, p) =>
  db
    .insert('erased_opt_outs', { subject: p('subject'), at: p('now') })
    .onConflict((earlier) => earlier.columns(['companyId', 'subject']).doNothing()),
)

/**
 * Removes an erased person from the register. Only a keyed hash of each number stays, so that a later import does not
 * write to the person (ADR 0051). Call within the transaction of the erasure.
 */
export async function eraseOptOuts(scope: Scope, numbers: string[]) {
  const now = new Date().toISOString()
  const deletedRows = await scope.db.run(deleteNumbers, { numbers: listOf(numbers) })
  for (const { id, number } of deletedRows) {
    await scope.db.run(insertSubject, { subject: subjectOf(scope, number), now })
    scope.publish('optOut', { action: 'delete', optOutId: id })
  }
}
