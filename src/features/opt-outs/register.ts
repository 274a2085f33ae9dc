import type { Scope } from '../../core/scope'
import { inList, type ListParameter, listOf } from '../../core/storage/expressions'
import { hot } from '../../core/storage/tenant'
import type { OptOutSource } from '../../shared/enums'
import { publishContactsOf } from '../contacts/by-number'
import { subjectOf } from './among'
import { findOptOut, type OptOutRow, toOptOut } from './read'

/** Source of an entry, and what is known about it. */
export interface OptOutFacts {
  source: OptOutSource
  word?: string
  reason?: string
  whatsappId?: number | null
  campaignId?: number | null
  userId?: number | null
}

const insertRow = hot<{
  number: string
  source: OptOutSource
  word: string
  reason: string
  whatsappId: number | null
  campaignId: number | null
  userId: number | null
  now: string
}>()((db, p) =>
  db
    .insert('opt_outs', {
      number: p('number'),
      source: p('source'),
      word: p('word'),
      reason: p('reason'),
      whatsappId: p('whatsappId'),
      campaignId: p('campaignId'),
      userId: p('userId'),
      at: p('now'),
      confirmedAt: null,
    })
    .onConflict((earlier) => earlier.columns(['companyId', 'number']).doNothing())
    .returning('id'),
)
const suppress = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ state: 'suppressed', reason: 'optedOut' })
    .where('number', 'in', inList<string>(p('numbers')))
    .where('state', '=', 'pending'),
)
const deleteRow = hot<{ number: string }>()((db, p) =>
  db.delete('opt_outs').where('number', '=', p('number')).returning('id'),
)
const deleteSubject = hot<{ subject: string }>()((db, p) =>
  db.delete('erased_opt_outs').where('subject', '=', p('subject')).returning('id'),
)

/**
 * Enters numbers (canonical digits) into the register, and takes their waiting messages out of every campaign. A number
 * that is registered already keeps its entry. Returns the new entries. Call within a transaction, with at most 1,000
 * numbers.
 */
export async function registerOptOuts(scope: Scope, numbers: string[], facts: OptOutFacts): Promise<OptOutRow[]> {
  const { source, word = '', reason = '', whatsappId = null, campaignId = null, userId = null } = facts
  const now = new Date().toISOString()
  const entered: OptOutRow[] = []
  for (const number of numbers) {
    const values = { number, source, word, reason, whatsappId, campaignId, userId, now }
    if (await scope.db.first(insertRow, values)) entered.push((await findOptOut(scope, number)) as OptOutRow)
  }
  await scope.db.run(suppress, { numbers: listOf(numbers) })
  for (const row of entered) scope.publish('optOut', { action: 'create', optOut: toOptOut(row) })
  await publishContactsOf(
    scope,
    entered.map(({ number }) => number),
  )
  return entered
}

/** Removes a number from the register; false if it was not in it. Call within a transaction. */
export async function removeOptOut(scope: Scope, number: string): Promise<boolean> {
  const row = await scope.db.first(deleteRow, { number })
  const erased = await scope.db.first(deleteSubject, { subject: subjectOf(scope, number) })
  if (!row) return erased !== undefined
  scope.publish('optOut', { action: 'delete', optOutId: row.id })
  await publishContactsOf(scope, [number])
  return true
}
