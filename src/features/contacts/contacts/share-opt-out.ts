import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import { insertOptOuts } from '../opt-outs/insert-rows'

const entryOf = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .select('opt_outs')
    .select(['source', 'word', 'reason', 'whatsappId', 'campaignId', 'userId', 'at', 'confirmedAt'])
    .where('number', 'in', inTexts(p('numbers')))
    .orderBy('id')
    .limit(1),
)

/**
 * Extends an opt-out to all numbers of one person, whose contacts are merged. Undoing the merge leaves it: a person who
 * wants no campaigns is not asked twice (ADR 0051). Call within the transaction of the merge.
 */
export async function shareOptOut(scope: Scope, all: (string | null)[]) {
  const numbers = all.filter((number) => number !== null)
  const entry = await scope.db.first(entryOf, { numbers: listOf(numbers) })
  if (entry) await insertOptOuts(scope, numbers, entry)
}
