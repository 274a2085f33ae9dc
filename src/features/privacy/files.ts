import { sql } from 'kysely'
import type { Scope } from '../../core/scope'
import type { ContactRow } from '../contacts/read'

/** Ids of the files that are a contact's: of messages and schedules, their picture, and what was exported of them. */
export async function filesOf(scope: Scope, { id, profilePicUrl }: ContactRow): Promise<Set<string>> {
  const files = new Set<string>()
  for (const table of ['messages', 'schedules', 'data_exports'] as const) {
    const rows = await scope.db
      .select(table)
      .select('mediaId')
      .where('contactId', '=', id)
      .where('mediaId', 'is not', null)
      .execute()
    for (const { mediaId } of rows) if (mediaId) files.add(mediaId)
  }
  if (profilePicUrl !== '') files.add(profilePicUrl)
  await scope.db.delete('data_exports').where('contactId', '=', id).execute()
  return files
}

/** Where a file can be in use; what was forwarded to others is theirs now. */
export const usedIn = {
  messages: 'mediaId',
  schedules: 'mediaId',
  quick_messages: 'mediaId',
  announcements: 'mediaId',
  file_options: 'mediaId',
  contacts: 'profilePicUrl',
} as const

/** Rows of files that nothing else uses; answers what is left to take from the disk. */
export async function dropFiles(scope: Scope, files: Set<string>): Promise<{ paths: string[]; bytes: number }> {
  const ids = JSON.stringify([...files])
  const uses = Object.entries(usedIn).map(
    ([table, column]) =>
      sql<boolean>`not exists (select 1 from ${sql.table(table)} u
        where u."companyId" = media."companyId" and u.${sql.ref(column)} = media.id)`,
  )
  const gone = await scope.db
    .delete('media')
    .where(sql<boolean>`id in (select value from json_each(${ids}))`)
    .where(({ and }) => and(uses))
    .returning(['path', 'size'])
    .execute()
  return { paths: gone.map(({ path }) => path), bytes: gone.reduce((sum, { size }) => sum + size, 0) }
}
