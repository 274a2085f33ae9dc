import type { Scope } from '../../core/scope'
import { hot } from '../../core/storage/tenant'
import { publishContactsOf } from '../contacts/by-number'
import { insertOptOuts, type OptOutEntry } from '../opt-out-rows/insert'
import { subjectOf } from './among'
import { findOptOut, type OptOutRow, toOptOut } from './read'

/** Source of an entry, and what is known about it. */
export type OptOutFacts = Pick<OptOutEntry, 'source'> & Partial<Omit<OptOutEntry, 'at' | 'confirmedAt'>>

const unknown = { word: '', reason: '', whatsappId: null, campaignId: null, userId: null }

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
  const entry = { ...unknown, ...facts, at: new Date().toISOString(), confirmedAt: null }
  const inserted = await insertOptOuts(scope, numbers, entry)
  const entered = await Array.fromAsync(inserted, async (number) => (await findOptOut(scope, number)) as OptOutRow)
  for (const row of entered) scope.publish('optOut', { action: 'create', optOut: toOptOut(row) })
  await publishContactsOf(scope, inserted)
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
