import type { Scope } from '../../../core/scope'
import { inTexts, listOf } from '../../../core/storage/expressions'
import { isUnusedFile } from '../../platform/media/uses'
import type { ContactRow } from '../contacts/read'

/**
 * Returns the ids of a contact's files: of messages, schedules, the profile picture, and data exports of the contact and
 * of the company, which contains the contact. Deletes the rows of the exports.
 */
export async function filesOf(scope: Scope, { id, profilePicUrl }: ContactRow): Promise<Set<string>> {
  const files = new Set<string>()
  for (const table of ['messages', 'schedules'] as const) {
    const rows = await scope.db
      .select(table)
      .select('mediaId')
      .where('contactId', '=', id)
      .where('mediaId', 'is not', null)
      .execute()
    for (const { mediaId } of rows) if (mediaId) files.add(mediaId)
  }
  if (profilePicUrl !== '') files.add(profilePicUrl)
  const exports = await scope.db
    .delete('data_exports')
    .where(({ or, eb }) => or([eb('contactId', '=', id), eb('kind', '=', 'company')]))
    .returning('mediaId')
    .execute()
  for (const { mediaId } of exports) if (mediaId) files.add(mediaId)
  return files
}

/**
 * Deletes the rows of files that nothing else uses; returns their paths, to be removed from disk, and their total size.
 */
export async function deleteUnusedFiles(scope: Scope, files: Set<string>): Promise<{ paths: string[]; bytes: number }> {
  const deletedFiles = await scope.db
    .delete('media')
    .where('id', 'in', inTexts(listOf(files)))
    .where(isUnusedFile)
    .returning(['path', 'size'])
    .execute()
  return { paths: deletedFiles.map(({ path }) => path), bytes: deletedFiles.reduce((sum, { size }) => sum + size, 0) }
}
