import { idOfCursor } from '../../../core/http/cursor'
import type { Scope } from '../../../core/scope'
import { parseJson } from '../../../shared/json'
import { pageSizes } from '../../../shared/limits'
import { numberOrNull } from '../../../shared/phone/read-number'
import { companyCountry } from '../../platform/company/country'
import type { ContactRow } from '../contacts/read'
import type { ErasedCounts, Erasure, ErasureQuery } from './model'

const columns = ['id', 'at', 'actorName', 'address', 'reason', 'contactId', 'counts', 'hash'] as const
const size = pageSizes.other

/** Keyed hash of the number: a known number can be searched, but none can be read. */
const subjectOf = (scope: Scope, number: string) => scope.ports.secrets.hash(`erased/${scope.companyId}/${number}`)

/**
 * Inserts the proof; its hash includes the previous proof's, so that a removal is detected. Call within a transaction.
 */
export async function insertProof(
  scope: Scope,
  contact: ContactRow,
  counts: ErasedCounts,
  reason: string,
): Promise<Erasure> {
  const { actor, address } = scope
  const before = await scope.db.select('erasures').select('hash').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const facts = {
    at: new Date().toISOString(),
    actorName: 'system' in actor ? actor.system : actor.name,
    address,
    reason,
    contactId: contact.id,
    subject: subjectOf(scope, contact.number ?? contact.lid ?? contact.waJid),
    counts: JSON.stringify(counts),
  }
  const proof = { ...facts, actorId: 'system' in actor ? null : actor.userId, hash: hashOf(facts, before?.hash ?? '') }
  return toErasure(await scope.db.insert('erasures', proof).returning(columns).executeTakeFirstOrThrow())
}

/** SHA-256 over the facts in their order and the previous hash. */
export const hashOf = (facts: object, before: string) =>
  new Bun.CryptoHasher('sha256').update(JSON.stringify([facts, before])).digest('hex')

const toErasure = <R extends { counts: string }>(row: R) => ({ ...row, counts: parseJson(row.counts) as ErasedCounts })

/** Returns a page of proofs, newest first; with `number`, of one person. */
export async function listErasures(scope: Scope, { number, cursor, pageNumber = 1 }: ErasureQuery) {
  const before = idOfCursor(cursor)
  let query = scope.db
    .select('erasures')
    .select(columns)
    .orderBy('id', 'desc')
    .limit(size + 1)
  if (before === undefined) query = query.offset((pageNumber - 1) * size)
  else query = query.where('id', '<', before)
  if (number !== undefined) {
    const subject = subjectOf(scope, numberOrNull(number, await companyCountry(scope)) ?? number)
    query = query.where('subject', '=', subject)
  }
  const rows = (await query.execute()).map(toErasure)
  const hasMore = rows.length > size
  const erasures: Erasure[] = rows.slice(0, size)
  return { erasures, hasMore, next: hasMore ? String(erasures.at(-1)?.id) : null }
}
