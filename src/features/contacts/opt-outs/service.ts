import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { numberOrNull, readNumber } from '../../../shared/phone/read-number'
import { recordAuditEntry } from '../../platform/audit/record'
import { companyCountry } from '../../platform/company/country'
import { auditLabelOf } from '../contacts/audit-label'
import { findContactByNumber } from '../contacts/identify'
import { numbersOf } from '../contacts/read'
import { readTypedNumber } from '../contacts/typed-number'
import type { OptOut, OptOutImport, OptOutImportResult, OptOutInput, OptOutRemoval, RefusedText } from './model'
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
 * @throws ERR_VALIDATION with `reason` (`numberFaults`) for no number
 */
export async function enterOptOut(outer: Scope, typed: string, facts: OptOutFacts): Promise<OptOut> {
  const read = await readTypedNumber(outer, typed)
  if ('refused' in read) throw new AppError('ERR_VALIDATION', { fields: ['number'], reason: read.refused })
  const { number } = read
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
  const { wanted, refused } = await readNumbers(outer, numbers)
  const facts = { source: 'import', reason: reason.trim(), userId: outer.viewer.userId } as const
  let added = 0
  for (let at = 0; at < wanted.length; at += batchSize)
    added += await outer.transaction(async (scope) => {
      const part = new Set(wanted.slice(at, at + batchSize))
      const entered = await registerOptOuts(scope, [...part], facts)
      return entered.filter(({ number }) => part.has(number)).length // others are further numbers of the same accounts
    })
  const after = { added, known: wanted.length - added, refused: refused.length }
  await outer.transaction((scope) =>
    recordAuditEntry(scope, { action: 'import', entity: 'optOut', entityId: null, name: '', after }),
  )
  const known = wanted.length - added
  const reasons = refused.slice(0, maxRefused)
  return { added, known, refusedCount: refused.length, refused: reasons.map(({ text }) => text), reasons }
}

/** Texts read without a pause: some 10 ms on a slow machine. */
const readAtOnce = 200

async function readNumbers(scope: Scope, texts: string[]): Promise<{ wanted: string[]; refused: RefusedText[] }> {
  const country = await companyCountry(scope)
  const [wanted, refused] = [new Set<string>(), [] as RefusedText[]]
  for (const [index, text] of texts.entries()) {
    if (index % readAtOnce === readAtOnce - 1) await new Promise(setImmediate) // requests of others come first
    const read = readNumber(text, country)
    if ('number' in read) wanted.add(read.number)
    else refused.push({ text, reason: read.refused })
  }
  return { wanted: [...wanted], refused }
}

/**
 * Removes an entry, so that campaigns write to the person again; with an audit line.
 * @throws ERR_NO_OPT_OUT_FOUND, ERR_CONFIRMATION unless the number was typed, ERR_VALIDATION for a blank reason
 */
export function deleteOptOut(outer: Scope, id: number, { confirmation, reason: typed }: OptOutRemoval) {
  return outer.transaction(async (scope) => {
    const row = await findOptOutById(scope, id)
    if (!row) throw new AppError('ERR_NO_OPT_OUT_FOUND')
    const read = numberOrNull(confirmation, await companyCountry(scope))
    const isTyped = confirmation.replace(/\D/g, '') === row.number || read === row.number
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
