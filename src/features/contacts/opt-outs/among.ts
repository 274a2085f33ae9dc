import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'

const byNumbers = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .select('opt_outs')
    .select('number')
    .where('number', 'in', inTexts(p('numbers'))),
)
const anyErased = hot<{}>()((db) => db.select('erased_opt_outs').select('id').limit(1))
const bySubjects = hot<{ subjects: ListParameter }>()((db, p) =>
  db
    .select('erased_opt_outs')
    .select('subject')
    .where('subject', 'in', inTexts(p('subjects'))),
)

/** Keyed hash of a number: what stays of an erased person, who still wants no campaigns (ADR 0051). */
export const subjectOf = (scope: Scope, number: string) =>
  scope.ports.secrets.hash(`opt-out/${scope.companyId}/${number}`)

/**
 * Returns those of the numbers (canonical digits) whose people want no campaigns, erased people included. One query for
 * all; with erased people in the register a keyed hash per number as well, about 2 µs each.
 */
export async function optedOutAmong(scope: Scope, numbers: Iterable<string>): Promise<Set<string>> {
  const all = [...new Set(numbers)]
  if (all.length === 0) return new Set()
  const optedOut = new Set((await scope.db.run(byNumbers, { numbers: listOf(all) })).map(({ number }) => number))
  if (!(await scope.db.first(anyErased, {}))) return optedOut
  const bySubject = new Map(all.map((number) => [subjectOf(scope, number), number]))
  for (const { subject } of await scope.db.run(bySubjects, { subjects: listOf(bySubject.keys()) }))
    optedOut.add(bySubject.get(subject) as string)
  return optedOut
}

/** Returns true when the person of this number wants no campaigns. Ask right before each message of a campaign. */
export const isOptedOut = async (scope: Scope, number: string): Promise<boolean> =>
  (await optedOutAmong(scope, [number])).size > 0
