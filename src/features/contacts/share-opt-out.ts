import type { Scope } from '../../core/scope'
import { inList, type ListParameter, listOf } from '../../core/storage/expressions'
import { hot } from '../../core/storage/tenant'

const entryOf = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .select('opt_outs')
    .select(['number', 'source', 'word', 'reason', 'whatsappId', 'campaignId', 'userId', 'at', 'confirmedAt'])
    .where('number', 'in', inList<string>(p('numbers')))
    .orderBy('id')
    .limit(1),
)
type Entry = NonNullable<(typeof entryOf)['row']>
const insertEntry = hot<Entry>()((db, p) =>
  db
    .insert('opt_outs', {
      number: p('number'),
      source: p('source'),
      word: p('word'),
      reason: p('reason'),
      whatsappId: p('whatsappId'),
      campaignId: p('campaignId'),
      userId: p('userId'),
      at: p('at'),
      confirmedAt: p('confirmedAt'),
    })
    .onConflict((earlier) => earlier.columns(['companyId', 'number']).doNothing()),
)
const suppress = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ state: 'suppressed', reason: 'optedOut' })
    .where('number', 'in', inList<string>(p('numbers')))
    .where('state', '=', 'pending'),
)

/**
 * Extends an opt-out to all numbers of one person, whose contacts are merged. Undoing the merge leaves it: a person who
 * wants no campaigns is not asked twice (ADR 0051). Call within the transaction of the merge.
 */
export async function shareOptOut(scope: Scope, all: (string | null)[]) {
  const numbers = all.filter((number) => number !== null)
  const entry = await scope.db.first(entryOf, { numbers: listOf(numbers) })
  if (!entry) return
  for (const number of numbers) await scope.db.run(insertEntry, { ...entry, number })
  await scope.db.run(suppress, { numbers: listOf(numbers) })
}
