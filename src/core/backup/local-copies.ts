import { backupsDirectory } from '../storage/data-directory'
import { freeBytes } from '../storage/free-bytes'
import { encryptBytes } from './age'
import type { BackupContents } from './backup'
import type { BackupOrder } from './backup-order'
import { describeBackupFailure } from './failure'
import { noteOf } from './note'
import { minFree } from './places/folder'
import { openPlace } from './places/open-place'
import type { StoredBackup } from './places/place'
import { isSameFolder } from './places/same-folder'
import { progressing } from './progress'
import { backupsBeyond } from './retention'

/**
 * Keeps an encrypted copy of database and key in the data directory, within its quota: the oldest copies give way.
 * Returns the copies, the newest first, and why there is no new one. Does nothing when the target is their folder.
 * @param size of the copy of the database in bytes
 */
export async function keepLocalCopy(
  { source, target: failed, key, localQuota, installation }: BackupOrder,
  id: string,
  contents: BackupContents,
  size: number,
  onProgress: () => void,
): Promise<{ copies: StoredBackup[]; problem: string | null }> {
  const target = { directory: backupsDirectory(source.directory) }
  if ('directory' in failed && isSameFolder(failed.directory, target.directory)) return { copies: [], problem: null }
  const place = openPlace(target)
  const hasRoom = size <= localQuota && freeBytes(target.directory) - size > minFree
  const write = async () => {
    await place.removeUnfinished(id)
    const written = await place.write(id, progressing(await encryptBytes(contents.bytes(), key), onProgress))
    await place.writeNote(id, noteOf(contents.manifest, written, { installation, media: false }))
    return null
  }
  const problem = hasRoom
    ? await write().catch((error) => describeBackupFailure(error, target))
    : 'no copy was kept on this machine, because it does not fit'
  const copies = await place.list().catch(() => [])
  const surplus = new Set(localQuota === 0 ? copies : backupsBeyond(localQuota, copies))
  for (const each of surplus) await place.remove(each.id).catch(() => {})
  return { copies: copies.filter((each) => !surplus.has(each)), problem }
}
