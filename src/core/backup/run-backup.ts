import { statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { backupsDirectory } from '../storage/data-directory'
import { UserError } from '../user-error'
import { encryptBytes } from './age'
import { BackupContents, type BackupSource } from './backup'
import { assertRoom, copyFile, prepareWork } from './backup-lock'
import type { BackupOrder, BackupReport } from './backup-order'
import { describeBackupFailure } from './failure'
import { keepLocalCopy } from './local-copies'
import { noteOf } from './note'
import { openPlace } from './places/open-place'
import { type BackupPlace, type BackupTarget, backupId, type StoredBackup } from './places/place'
import { isSameFolder } from './places/same-folder'
import { progressing } from './progress'
import { Removal } from './removal'
import { backupsBeyond, expiredBackups } from './retention'

/**
 * Makes one backup: copies the database, encrypts it with key and media, streams it to the target, compares its size
 * there, and applies retention and quota. When the target fails, database and key are kept in the data directory.
 * Call in a worker or a command, with the lock of the backups (work-files.ts): the copy of the database blocks the
 * thread. A failure is part of the report.
 * @param onProgress called while bytes are written
 */
export async function runBackup(order: BackupOrder, onProgress = () => {}, now = new Date()): Promise<BackupReport> {
  const { source, target } = order
  const [id, directory] = [backupId(now), backupsDirectory(source.directory)]
  const copy = copyFile(source.directory, id)
  const place = openPlace(target)
  try {
    prepareWork(source.directory)
    assertRoom(source.directory)
    const contents = await BackupContents.copy(source, copy)
    onProgress()
    return await storeAt(place, order, id, contents, onProgress).catch(async (error) => {
      const local = await keepLocalCopy(order, id, contents.withoutMedia(), statSync(copy).size, onProgress)
      const problem = [describeBackupFailure(error, target), local.problem].filter(Boolean).join('; ')
      return { made: null, problem, damaged: 0, kept: await listOrNull(place), local: local.copies }
    })
  } catch (error) {
    const local = (await listOrNull(openPlace({ directory }))) ?? []
    const problem = describeBackupFailure(error, { directory: source.directory })
    return { made: null, problem, damaged: 0, kept: await listOrNull(place), local }
  } finally {
    await rm(copy, { force: true })
  }
}

/** Complete backups of a place; null when it cannot be read. */
const listOrNull = (place: BackupPlace) => place.list().catch(() => null)

async function storeAt(
  place: BackupPlace,
  { source, target, key, retention, quota, installation }: BackupOrder,
  id: string,
  contents: BackupContents,
  onProgress: () => void,
): Promise<BackupReport> {
  const before = await place.list()
  await assertOwn(place, before, installation)
  const old = [...expiredBackups(before, retention), ...backupsBeyond(quota, before, before[0]?.size)]
  const removal = new Removal(place, target)
  await removal.attempt(() => place.removeUnfinished(id))
  await removal.remove(old)
  const written = await place.write(id, progressing(await encryptBytes(contents.bytes(), key), onProgress))
  await place.writeNote(id, noteOf(contents.manifest, written, { installation, media: source.hasMedia }))
  const now = await place.list()
  await assertSize(place, now, id, written.size)
  const surplus = [...expiredBackups(now, retention), ...backupsBeyond(quota, now)].filter((each) => each.id !== id)
  await removal.remove(surplus)
  const local = await dropLocal(source, target)
  const tooLarge = quota > 0 && written.size > quota ? 'the backup alone is larger than its quota' : null
  return {
    made: { id, size: written.size },
    problem: [tooLarge, removal.problem].filter(Boolean).join('; ') || null,
    damaged: contents.manifest.damaged.length,
    kept: now.filter((each) => !removal.removed.has(each.id)),
    local,
  }
}

/** A backup that has another size in its place than it was written with is removed. @throws UserError */
async function assertSize(place: BackupPlace, stored: StoredBackup[], id: string, size: number) {
  if (stored.find((each) => each.id === id)?.size === size) return
  await place.remove(id).catch(() => {})
  throw new UserError(`${id} has another size in its place than it was written with`)
}

/**
 * Refuses a place with backups of another installation: an empty one that was set up after a loss would become the
 * newest backup there, and expire those that are to be restored.
 */
async function assertOwn(place: BackupPlace, [newest]: StoredBackup[], installation: string) {
  const note = newest && (await place.readNote(newest.id))
  if (!note || note.installation === installation) return
  throw new UserError(
    'the place holds backups of another installation: restore the newest one (balcao restore newest), or use another folder or prefix',
  )
}

/**
 * Removes the copies in the data directory, which a backup at the target replaces, unless the target is their folder.
 * Returns those that cannot be removed.
 */
async function dropLocal({ directory }: BackupSource, target: BackupTarget): Promise<StoredBackup[]> {
  const folder = { directory: backupsDirectory(directory) }
  if ('directory' in target && isSameFolder(target.directory, folder.directory)) return []
  const removal = new Removal(openPlace(folder), folder)
  const copies = (await listOrNull(openPlace(folder))) ?? []
  await removal.remove(copies)
  return copies.filter((each) => !removal.removed.has(each.id))
}
