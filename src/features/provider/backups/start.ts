import { log } from '../../../core/log'
import type { Platform, Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { auditBackup } from './audit'
import type { Backups } from './model'
import { readBackups } from './read'
import { makeBackup } from './run'

/**
 * Begins a backup for a person and returns at once. @throws ERR_NO_BACKUP_NOW (409) without BALCAO_BACKUP_URL, with a
 * database on a server, and while one is made
 */
export async function startBackup({ companyId, viewer: actor, address }: Scope, platform: Platform): Promise<Backups> {
  const { thread, plan } = platform.ports.backups
  if (!thread || thread.isRunning) throw new AppError('ERR_NO_BACKUP_NOW')
  await platform.transaction((tx) => auditBackup({ db: tx.tenant(companyId), actor, address }, plan?.place ?? ''))
  makeBackup(platform).catch((err) => log.error({ err }, 'the result of a backup was not stored'))
  return { ...(await readBackups(platform)), isRunning: true }
}
