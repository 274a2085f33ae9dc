import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform } from '../../../core/scope'
import { removeFromDisk } from './files'
import { isUnusedFile } from './uses'

/** Minimum age in ms: younger files may belong to a message that is still being written. */
const minAge = 24 * 3_600_000
const batchSize = 200

/**
 * Runs daily: removes files that nothing references, and files without a row (after a crash between disk and database),
 * older than a day. Works in small steps, so that other requests are served between them.
 */
export async function sweepMedia(platform: Platform, now = Date.now()) {
  await deleteUnreferenced(platform, new Date(now - minAge).toISOString())
  await deleteWithoutRow(platform, now - minAge)
}

async function deleteUnreferenced(platform: Platform, before: string) {
  for (;;) {
    const rows = await platform.db
      .selectFrom('media')
      .select(['id', 'path'])
      .where('createdAt', '<', before)
      .where(isUnusedFile)
      .limit(batchSize)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await platform.transaction(({ db }) => db.deleteFrom('media').where('id', 'in', ids).execute())
    for (const { path } of rows) await platform.ports.media.remove(path)
    if (rows.length < batchSize) return
  }
}

/** With a remote storage the directory holds copies, which are removed also when they have a row. */
async function deleteWithoutRow(platform: Platform, before: number) {
  const { media } = platform.ports
  for await (const path of oldLocalFiles(media.directory, before))
    if (media.remote || !(await hasRow(platform, path))) await removeFromDisk(join(media.directory, path))
  for await (const { path, modifiedMs } of media.remote?.list() ?? [])
    if (modifiedMs < before && idOf(path) && !(await hasRow(platform, path))) await media.remove(path)
}

/** Paths of media files below the directory that nothing has changed since. */
async function* oldLocalFiles(directory: string, before: number) {
  for (const path of await readdir(directory, { recursive: true }).catch(() => [])) {
    if (!idOf(path)) continue
    const facts = await stat(join(directory, path)).catch(() => null)
    if (facts?.isFile() && facts.mtimeMs < before) yield path
  }
}

/** Id in the path of a media file, finished or not; undefined for another file. */
function idOf(path: string): string | undefined {
  const [, , , name = ''] = path.split(/[/\\]/)
  return /^([0-9a-f]{32})(\.text)?(\.part)?$/.exec(name)?.[1]
}

/** True for a file with a row of its exact name; unfinished files have none. */
async function hasRow({ db }: Platform, path: string): Promise<boolean> {
  const id = path.split(/[/\\]/)[3] ?? ''
  return (await db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
