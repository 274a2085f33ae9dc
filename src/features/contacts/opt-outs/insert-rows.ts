import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import type { OptOutSource } from '../../../shared/enums'

/** Facts of the register about an opt-out, beside the number. */
export interface OptOutEntry {
  source: OptOutSource
  word: string
  reason: string
  whatsappId: number | null
  campaignId: number | null
  userId: number | null
  at: string
  confirmedAt: string | null
}

const insertRow = hot<OptOutEntry & { number: string }>()((db, p) =>
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
    .onConflict((earlier) => earlier.columns(['companyId', 'number']).doNothing())
    .returning('number'),
)
const suppress = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ state: 'suppressed', reason: 'optedOut' })
    .where('number', 'in', inTexts(p('numbers')))
    .where('state', '=', 'pending'),
)

/**
 * Inserts an entry for each number that has none, and takes the waiting messages of all of them out of every campaign.
 * Returns the numbers that were inserted. Call within a transaction.
 */
export async function insertOptOuts(scope: Scope, numbers: string[], entry: OptOutEntry): Promise<string[]> {
  const inserted: string[] = []
  for (const number of numbers) if (await scope.db.first(insertRow, { ...entry, number })) inserted.push(number)
  await scope.db.run(suppress, { numbers: listOf(numbers) })
  return inserted
}
