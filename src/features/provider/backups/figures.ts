import type { Handle } from '../../../core/storage/db'
import { isAhead } from '../../../shared/clock-ahead'
import { readBackupState } from './state'

/** Figures of the backups for `/metrics`; the age is missing before the first one, and when its time is in the future. */
export const backupFigures = {
  /** Seconds since the moment that the newest backup holds. */
  async ageSeconds(handle: Handle, now = Date.now()): Promise<number | Record<string, number>> {
    const { success } = await readBackupState(handle)
    if (!success || isAhead(success.at, now)) return {}
    return Math.max(0, now - Date.parse(success.at)) / 1000
  },
  sizeBytes: async (handle: Handle) => (await readBackupState(handle)).success?.size ?? 0,
  failures: async (handle: Handle) => (await readBackupState(handle)).failures,
}
