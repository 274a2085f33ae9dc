import type { BackupReport } from '../../../core/backup/backup-order'
import type { StoredBackup } from '../../../core/backup/places/place'
import type { Handle } from '../../../core/storage/db'
import { storeInstallationValue } from '../../../core/storage/installation-value'
import { parseJson } from '../../../shared/json'

/** State of the backups, a row of `installation` in JSON. Times are UTC ISO. */
export interface BackupState {
  /** Id of the installation in the notes of its backups; null before the first attempt. */
  installation: string | null
  /** Begin of the last attempt; null before the first one. */
  startedAt: string | null
  /** Process of the attempt under way; null when it has ended. */
  runningOn: string | null
  /** Last success: end of it, and the time as of which it holds the database. */
  success: { id: string; size: number; damaged: number; at: string; endedAt: string } | null
  /** Attempts that failed since the last success. */
  failures: number
  /** Why the last attempt failed, or a warning, in English as in the log. */
  problem: string | null
  /** Backups of the target, the newest first, as the last attempt found them. */
  kept: StoredBackup[]
  /** Copies in the data directory, which exist while the target fails. */
  local: StoredBackup[]
  /** Time of the last mail about failures. */
  mailedAt: string | null
}

const key = 'backupState'
const initial: BackupState = {
  ...{ installation: null, startedAt: null, runningOn: null, success: null, failures: 0, problem: null },
  ...{ kept: [], local: [], mailedAt: null },
}

type Reader = Pick<Handle, 'kysely'>

const readValue = ({ kysely }: Reader) =>
  kysely.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()

export async function readBackupState(handle: Reader): Promise<BackupState> {
  const row = await readValue(handle)
  return row ? { ...initial, ...parseJson<Partial<BackupState>>(row.value) } : initial
}

/**
 * Stores that an attempt begins, unless another process has changed the state since `seen` was read. Returns true for
 * the process that makes the backup. An attempt before that stored no result, because its process ended, counts as
 * failed. Call in a transaction.
 */
export async function claimBackup({ kysely }: Handle, seen: BackupState, node: string, now: Date): Promise<boolean> {
  const found = await readValue({ kysely })
  const state = found ? { ...initial, ...parseJson<Partial<BackupState>>(found.value) } : initial
  if (state.startedAt !== seen.startedAt || state.runningOn !== seen.runningOn) return false
  const installation = state.installation ?? crypto.randomUUID()
  const begun = { ...afterEnd(state), installation, startedAt: now.toISOString(), runningOn: node }
  const value = JSON.stringify(begun satisfies BackupState)
  if (!found) {
    const added = kysely
      .insertInto('installation')
      .values({ key, value })
      .onConflict((conflict) => conflict.doNothing())
    return (await added.returning('key').executeTakeFirst()) !== undefined
  }
  const replaced = kysely.updateTable('installation').set({ value }).where('key', '=', key)
  const mine = await replaced.where('value', '=', found.value).returning('key').executeTakeFirst()
  return mine !== undefined
}

/** State after an attempt whose process has ended; the same when it stored a result. */
const afterEnd = (state: BackupState): BackupState =>
  state.runningOn === null
    ? state
    : { ...state, failures: state.failures + 1, problem: 'the process ended while it made a backup' }

/** Id of the installation, made at the first call. Call in a transaction. */
export async function ensureInstallation(handle: Handle): Promise<string> {
  const state = await readBackupState(handle)
  const installation = state.installation ?? crypto.randomUUID()
  if (!state.installation) await storeState(handle, { ...state, installation })
  return installation
}

/** Stores the result of an attempt that began at `startedAt`. Call in a transaction. */
export async function storeReport(handle: Handle, report: BackupReport, startedAt: Date, endedAt = new Date()) {
  const state = await readBackupState(handle)
  const { made, problem, damaged, kept, local } = report
  const at = { at: startedAt.toISOString(), endedAt: endedAt.toISOString() }
  await storeState(handle, {
    ...state,
    startedAt: startedAt.toISOString(),
    runningOn: null,
    success: made ? { ...made, damaged, ...at } : state.success,
    failures: made ? 0 : state.failures + 1,
    problem,
    kept: kept ?? state.kept,
    local,
  })
}

/** Stores the time of a mail about failures. Call in a transaction. */
export const storeMailTime = async (handle: Handle, mailedAt: string) =>
  storeState(handle, { ...(await readBackupState(handle)), mailedAt })

const storeState = ({ kysely }: Handle, state: BackupState) =>
  storeInstallationValue(kysely, key, JSON.stringify(state))
