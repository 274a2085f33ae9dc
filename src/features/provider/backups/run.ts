import type { BackupReport } from '../../../core/backup/backup-order'
import type { StoredBackup } from '../../../core/backup/places/place'
import { log } from '../../../core/log'
import type { Platform } from '../../../core/scope'
import { isDue, lastSlot } from './due'
import { mailFailure } from './mail'
import { readRules } from './rules'
import { claimBackup, ensureInstallation, readBackupState, storeReport } from './state'

/** Makes the backup of the day if it is due, once in an installation. Does nothing without BALCAO_BACKUP_URL. */
export async function runDueBackup(platform: Platform, now = new Date()): Promise<void> {
  const { thread } = platform.ports.backups
  if (!thread || thread.isRunning) return
  const { time, timeZone } = await readRules(platform.handle)
  if (isDue(await readBackupState(platform.handle), lastSlot(time, timeZone, now), now)) await makeBackup(platform, now)
}

/**
 * Makes a backup now and stores its result; false when another process or run has begun one. A stopping process stores
 * nothing: the next start makes the backup again.
 */
export async function makeBackup(platform: Platform, now = new Date()): Promise<boolean> {
  const { backups, node } = platform.ports
  if (!backups.thread || backups.thread.isRunning) return false
  const seen = await readBackupState(platform.handle)
  if (!(await platform.transaction(({ handle }) => claimBackup(handle, seen, node.id, now)))) return false
  const installation = await platform.transaction(({ handle }) => ensureInstallation(handle))
  const rules = await readRules(platform.handle)
  const slot = lastSlot(rules.time, rules.timeZone, now)
  if (seen.runningOn !== null) await mailFailure(platform, slot)
  const report = await backups.thread.run({ ...rules, installation }).catch((error) => failedReport(error, seen.local))
  if (backups.thread.isStopped) return false
  await platform.transaction(({ handle }) => storeReport(handle, report, now))
  logReport(report)
  if (!report.made) await mailFailure(platform, slot)
  return true
}

/** A run whose worker ended or hung. @param local copies in the data directory, which it has left */
const failedReport = (error: unknown, local: StoredBackup[]): BackupReport => ({
  ...{ made: null, damaged: 0, kept: null, local },
  problem: error instanceof Error ? error.message : String(error),
})

function logReport({ made, problem, damaged, kept }: BackupReport) {
  if (!made) return log.error({ problem }, 'the backup failed; it is tried again')
  log.info({ id: made.id, size: made.size, kept: kept?.length, damaged, problem }, 'a backup was stored')
}
