import type { MarkedWork, StallRecord } from './stall-record'

/** Verdict on the work during which the event loop stood still. */
export interface StallVerdict {
  /** The work during which it stood still: not run again by itself. */
  culprits: MarkedWork[]
  /** Work of which one may be the culprit. */
  suspects: MarkedWork[]
  /** True when each job that was running may be the culprit. */
  isAnyJob: boolean
}

/** Result of the last verdict, in case the same work stops the process again. */
export interface Unresolved {
  suspects: MarkedWork[]
  /** True when the last verdict named no work. */
  isUnknown: boolean
}

const isSame = (a: MarkedWork) => (b: MarkedWork) => a.kind === b.kind && a.group === b.group && a.id === b.id

/**
 * Judges a record. Work is the culprit when it alone was marked, when it ran alone as a suspect, or when it was a suspect
 * before: at most the second stall names it.
 */
export function judgeStall({ work, isShared, suspect }: StallRecord, before: Unresolved): StallVerdict {
  const none = { culprits: [], suspects: [], isAnyJob: false }
  const tried: MarkedWork[] = suspect === null ? [] : [{ kind: 'job', group: 0, id: suspect }]
  const again = work.filter((each) => [...tried, ...before.suspects].some(isSame(each)))
  if (again.length > 0) return { ...none, culprits: again }
  if (work.length === 0 && suspect !== null) return { ...none, culprits: tried }
  if (work.length === 1 && !isShared) return { ...none, culprits: work }
  return { ...none, suspects: work, isAnyJob: work.length === 0 && (!isShared || before.isUnknown) }
}
