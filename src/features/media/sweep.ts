import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Platform } from '../../core/scope'
import { discard } from './files'

/** Younger files may belong to something that is still being written or about to be sent. */
const young = 24 * 3_600_000
const batch = 200

/**
 * Daily: files nothing refers to any more, and files without a row (a crash between disk and database), older than a
 * day. In small steps, because everybody else works meanwhile.
 */
export async function sweepMedia(platform: Platform, now = Date.now()) {
  await dropUnused(platform, new Date(now - young).toISOString())
  await dropUnknown(platform, now - young)
}

async function dropUnused(platform: Platform, before: string) {
  for (;;) {
    const rows = await platform.db
      .selectFrom('media')
      .select(['id', 'path'])
      .where('createdAt', '<', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('messages')
              .select('messages.id')
              .whereRef('messages.companyId', '=', 'media.companyId')
              .whereRef('messages.mediaId', '=', 'media.id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('contacts')
              .select('contacts.id')
              .whereRef('contacts.companyId', '=', 'media.companyId')
              .whereRef('contacts.profilePicUrl', '=', 'media.id')
              .where('contacts.profilePicUrl', '<>', ''),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('quick_messages')
              .select('quick_messages.id')
              .whereRef('quick_messages.companyId', '=', 'media.companyId')
              .whereRef('quick_messages.mediaId', '=', 'media.id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('schedules')
              .select('schedules.id')
              .whereRef('schedules.companyId', '=', 'media.companyId')
              .whereRef('schedules.mediaId', '=', 'media.id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('announcements')
              .select('announcements.id')
              .whereRef('announcements.companyId', '=', 'media.companyId')
              .whereRef('announcements.mediaId', '=', 'media.id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('file_options')
              .select('file_options.id')
              .whereRef('file_options.companyId', '=', 'media.companyId')
              .whereRef('file_options.mediaId', '=', 'media.id'),
          ),
        ),
      )
      .limit(batch)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await platform.transaction(({ db }) => db.deleteFrom('media').where('id', 'in', ids).execute())
    for (const { path } of rows) await discard(platform.ports.media.absolute(path))
    if (rows.length < batch) return
  }
}

async function dropUnknown(platform: Platform, before: number) {
  const root = platform.ports.media.directory
  for (const path of await readdir(root, { recursive: true }).catch(() => [])) {
    const [, , , id] = path.split(/[/\\]/)
    if (!id || !/^[0-9a-f]{32}(\.text)?(\.part)?$/.test(id)) continue
    const known = await platform.db.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst()
    const file = join(root, path)
    const facts = known ? null : await stat(file).catch(() => null)
    if (facts?.isFile() && facts.mtimeMs < before) await discard(file)
  }
}
