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
    for (const { path } of rows) await removeFromDisk(platform.ports.media.absolute(path))
    if (rows.length < batchSize) return
  }
}

async function deleteWithoutRow(platform: Platform, before: number) {
  const root = platform.ports.media.directory
  for (const path of await readdir(root, { recursive: true }).catch(() => [])) {
    const [, , , id] = path.split(/[/\\]/)
    if (!id || !/^[0-9a-f]{32}(\.text)?(\.part)?$/.test(id)) continue
    const row = await platform.db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst()
    const file = join(root, path)
    const facts = row ? null : await stat(file).catch(() => null)
    if (facts?.isFile() && facts.mtimeMs < before) await removeFromDisk(file)
  }
}
