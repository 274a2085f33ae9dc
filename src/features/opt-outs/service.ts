import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { normaliseNumber } from '../../shared/phone'
import { recordAuditEntry } from '../audit/record'
import { auditLabelOf } from '../contacts/audit-label'
import { findContactByNumber } from '../contacts/identify'
import { numbersOf } from '../contacts/read'
import type { OptOut, OptOutImport, OptOutImportResult, OptOutInput, OptOutRemoval } from './model'
import { findOptOut, findOptOutById, toOptOut } from './read'
import { type OptOutFacts, registerOptOuts, removeOptOut } from './register'

/** Numbers entered in one transaction. */
const batchSize = 500
/** Refused texts that an import returns. */
const maxRefused = 100

/** Enters a number by a person's hand; one that is registered keeps its entry. @throws ERR_VALIDATION for no number */
export function addOptOut(outer: Scope, { number, reason = '' }: OptOutInput): Promise<OptOut> {
  const { userId } = outer.viewer
  return enterOptOut(outer, number, { source: 'person', reason: reason.trim(), userId })
}

/**
 * Enters a typed number with all numbers of its contact, writes the audit line of a new entry, and returns the entry.
 * @throws ERR_VALIDATION for no number
 */
export function enterOptOut(outer: Scope, typed: string, facts: OptOutFacts): Promise<OptOut> {
  const number = normaliseNumber(typed)
  if (number === null) throw new AppError('ERR_VALIDATION', { fields: ['number'] })
  return outer.transaction(async (scope) => {
    const contact = await findContactByNumber(scope, number)
    const numbers = new Set([number, ...(contact ? numbersOf(contact) : [])])
    for (const { id, number } of await registerOptOuts(scope, [...numbers], facts))
      await recordAuditEntry(scope, {
        ...{ action: 'create', entity: 'optOut', entityId: id, name: labelOf(id, number) },
        after: { source: facts.source, reason: facts.reason ?? '' },
      })
    const row = await findOptOut(scope, number)
    if (!row) throw new AppError('ERR_NO_OPT_OUT_FOUND')
    return toOptOut(row)
  })
}

/** Enters numbers of another system, in transactions of 500, so that other requests do not wait long. */
export async function importOptOuts(outer: Scope, { numbers, reason = '' }: OptOutImport): Promise<OptOutImportResult> {
  const typed = numbers.map((text) => ({ text, number: normaliseNumber(text) }))
  const refused = typed.filter(({ number }) => number === null).map(({ text }) => text)
  const wanted = [...new Set(typed.flatMap(({ number }) => (number === null ? [] : [number])))]
  const facts = { source: 'import', reason: reason.trim(), userId: outer.viewer.userId } as const
  let added = 0
  for (let at = 0; at < wanted.length; at += batchSize)
    added += await outer.transaction(async (scope) => {
      return (await registerOptOuts(scope, wanted.slice(at, at + batchSize), facts)).length
    })
  const after = { added, known: wanted.length - added, refused: refused.length }
  await outer.transaction((scope) =>
    recordAuditEntry(scope, { action: 'import', entity: 'optOut', entityId: null, name: '', after }),
  )
  const known = wanted.length - added
  return { added, known, refusedCount: refused.length, refused: refused.slice(0, maxRefused) }
}

/**
 * Removes an entry, so that campaigns write to the person again; with an audit line.
 * @throws ERR_NO_OPT_OUT_FOUND, ERR_CONFIRMATION unless the number was typed, ERR_VALIDATION for a blank reason
 */
export function deleteOptOut(outer: Scope, id: number, { confirmation, reason: typed }: OptOutRemoval) {
  return outer.transaction(async (scope) => {
    const row = await findOptOutById(scope, id)
    if (!row) throw new AppError('ERR_NO_OPT_OUT_FOUND')
    const isTyped = confirmation.replace(/\D/g, '') === row.number || normaliseNumber(confirmation) === row.number
    if (!isTyped) throw new AppError('ERR_CONFIRMATION')
    const reason = typed.trim()
    if (reason.length < limits.optOutReason.min) throw new AppError('ERR_VALIDATION', { fields: ['reason'] })
    await removeOptOut(scope, row.number)
    await recordAuditEntry(scope, {
      ...{ action: 'delete', entity: 'optOut', entityId: id, name: labelOf(id, row.number) },
      before: { source: row.source, word: row.word, at: row.at },
      after: { reason },
    })
    return { id }
  })
}

const labelOf = (id: number, number: string) => auditLabelOf({ id, name: '', number })
