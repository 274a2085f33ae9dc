import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { publishContactsOf } from '../contacts/by-number'
import { sameNumbers } from '../contacts/number-aliases'
import { subjectOf } from './among'
import { insertOptOuts, type OptOutEntry } from './insert-rows'
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
 * that is registered already keeps its entry. Numbers that WhatsApp named as the same accounts enter, too. Returns the new
 * entries. Call within a transaction, with at most 1,000
 * numbers.
 */
export async function registerOptOuts(scope: Scope, entered: string[], facts: OptOutFacts): Promise<OptOutRow[]> {
  const numbers = await sameNumbers(scope, entered)
  const entry = { ...unknown, ...facts, at: new Date().toISOString(), confirmedAt: null }
  const inserted = await insertOptOuts(scope, numbers, entry)
  const rows = await Array.fromAsync(inserted, async (number) => (await findOptOut(scope, number)) as OptOutRow)
  for (const row of rows) scope.publish('optOut', { action: 'create', optOut: toOptOut(row) })
  await publishContactsOf(scope, inserted)
  return rows
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
