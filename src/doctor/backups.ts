import type { Config } from '../config'
import { assertUsableKey } from '../core/backup/age'
import { describeBackupFailure } from '../core/backup/failure'
import { nameOfPlace } from '../core/backup/places/open-place'
import { readBackupState } from '../features/provider/backups/state'
import { isAhead } from '../shared/clock-ahead'
import { inDatabase } from './database'
import { bad, type Finding, ok, warn } from './finding'
import { tryPlace } from './services'

const hourMs = 3_600_000
/** Age in ms of the newest backup from which it is too old: a night was missed. */
const tooOld = 36 * hourMs

/** Nightly backups: that they have a place, that it can be written, and that the newest one is not old. */
export async function checkBackups(config: Config): Promise<Finding> {
  const { backups, databaseUrl } = config
  if (databaseUrl !== null) return ok('the database is on a server, which pg_dump backs up (docs/several-machines.md)')
  if (!backups) return warn('no nightly backup', 'set BALCAO_BACKUP_URL (docs/backups.md), or call balcao backup FILE')
  const { target, key } = backups
  const place = nameOfPlace(target)
  const remedy = 'check BALCAO_BACKUP_URL with its keys and rights; docs/backups.md lists the reasons'
  try {
    await assertUsableKey(key)
  } catch {
    return bad('the key of the backups is mistyped', 'copy BALCAO_BACKUP_RECIPIENT or BALCAO_BACKUP_IDENTITY again')
  }
  try {
    await tryPlace(target)
  } catch (error) {
    return bad(describeBackupFailure(error, target), remedy)
  }
  return judgeAge(config, place)
}

const judgeAge = (config: Config, place: string) =>
  inDatabase(config, async (handle) => {
    const { success, problem } = await readBackupState(handle)
    const remedy = problem ? `the last attempt: ${problem}` : 'balcao backup makes one now'
    if (!success) return warn(`${place} can be written, and holds no backup of this installation`, remedy)
    if (isAhead(success.at, Date.now()))
      return bad(
        `${place}, the last one at a time in the future (${success.at})`,
        'check the clock; balcao backup makes one now',
      )
    const hours = Math.max(0, Math.floor((Date.now() - Date.parse(success.at)) / hourMs))
    const text = `${place}, the last one ${hours} hours ago`
    return hours * hourMs >= tooOld ? bad(text, remedy) : ok(text)
  })
