import { readConfig } from '../config'
import { describeBackupFailure } from '../core/backup/failure'
import { nameOfPlace, openPlace } from '../core/backup/places/open-place'
import { timeOfBackup } from '../core/backup/places/place'
import { UserError } from '../core/user-error'
import { noBackupPlan } from './backup'
import { printLine, type Run } from './command'

/** `balcao backups`: the complete backups at BALCAO_BACKUP_URL, the newest first. */
export const run: Run = async ({ env }) => {
  const { backups } = readConfig(env)
  if (!backups) throw new UserError(noBackupPlan)
  const { target } = backups
  const found = await openPlace(target)
    .list()
    .catch((error) => {
      throw new UserError(describeBackupFailure(error, target))
    })
  printLine(found.length === 0 ? `no complete backup in ${nameOfPlace(target)}` : `${nameOfPlace(target)}:`)
  for (const { id, size } of found) printLine(`${id}  ${(size / 1e6).toFixed(1)} MB  ${hoursAgo(id)}`)
  return 0
}

function hoursAgo(id: string): string {
  const hours = Math.max(0, Math.floor((Date.now() - (timeOfBackup(id) ?? 0)) / 3_600_000))
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`
}
