import { type Work, workMarks } from '../../process/work-marks'
import type { SqliteHandle } from './handle'

/** Writes of one caller, stored completely or not at all, with the callbacks of the caller's promise. */
export interface Unit {
  work(tx: SqliteHandle): Promise<unknown>
  /** Work whose part the unit is; undefined for a unit of a request. */
  owner: Work | undefined
  resolve(value: unknown): void
  reject(error: unknown): void
}
/** Settles the promise of a unit. */
export type Answer = () => void

/** A unit failed after it had written: the group is rolled back and runs again with a savepoint around each unit. */
export class NeedsSavepoints extends Error {}

/**
 * Runs a unit in the open transaction, without a savepoint. Returns its answer, a refusal for one that failed before it
 * had written. @throws NeedsSavepoints for one that failed after
 */
export async function attemptUnit(handle: SqliteHandle, unit: Unit): Promise<Answer> {
  const { statements } = handle
  const before = statements.writes
  try {
    const value = await runUnit(handle, unit)
    return () => unit.resolve(value)
  } catch (error) {
    if (!statements.sqlite.inTransaction) throw error // such as a full disk: SQLite has rolled back the whole group
    if (statements.writes !== before) throw new NeedsSavepoints()
    return () => unit.reject(error)
  }
}

/** Runs a unit in the open transaction within a savepoint, to which one that fails is rolled back. */
export async function attemptWithSavepoint(handle: SqliteHandle, unit: Unit): Promise<Answer> {
  const { statements } = handle
  statements.get('savepoint unit').run()
  try {
    const value = await runUnit(handle, unit)
    statements.get('release unit').run()
    return () => unit.resolve(value)
  } catch (error) {
    if (!statements.sqlite.inTransaction) throw error
    statements.get('rollback to unit').run()
    statements.get('release unit').run()
    return () => unit.reject(error)
  }
}

/** Runs the unit's work. @throws FailedUnit when a statement of it has failed, even where the work has gone on */
async function runUnit(handle: SqliteHandle, unit: Unit): Promise<unknown> {
  const { statements } = handle
  statements.beginUnit()
  try {
    const value = await markedWork(handle, unit)
    statements.assertUnitHolds()
    return value
  } finally {
    statements.endUnit()
  }
}

/** Marks the unit's work while its part runs. */
function markedWork(handle: SqliteHandle, { work, owner }: Unit): Promise<unknown> {
  workMarks.leave(undefined) // of the unit before
  if (owner) return workMarks.part(owner, () => work(handle))
  workMarks.mark(undefined)
  return work(handle)
}
