import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { attachmentName } from '../../../shared/text'
import { type StoredFile, saveStream } from '../../platform/media/files'
import { admitFile } from '../../platform/media/quota'
import type { FileList, FileUpload } from './model'
import { getFileList } from './read'
import { auditAndPublish } from './service'

/**
 * Stores files for options of a list, all or none. The daily sweep deletes a replaced file once nothing uses it.
 * @throws ERR_NO_FILE_FOUND, ERR_VALIDATION when ids and files do not pair, ERR_TOO_LARGE, ERR_NO_ROOM
 */
export async function uploadFiles(outer: Scope, listId: number, { files, id }: FileUpload): Promise<FileList> {
  const ids = [id].flat()
  await refuseUnpaired(outer, listId, ids, files) // fails before the files are written
  const stored: StoredFile[] = []
  try {
    for (const file of files) stored.push(await saveStream(outer, file.stream(), attachmentName(file.name)))
    return await outer.transaction(async (scope) => {
      const before = await refuseUnpaired(scope, listId, ids, files)
      for (const [at, file] of stored.entries()) {
        await admitFile(scope, file)
        const option = scope.db.update('file_options').set({ mediaId: file.id })
        await option.where('id', '=', ids[at] as number).execute()
      }
      const updatedAt = new Date().toISOString()
      await scope.db.update('file_lists').set({ updatedAt }).where('id', '=', listId).execute()
      return auditAndPublish(scope, 'update', before, listId)
    })
  } catch (error) {
    for (const { path } of stored) await outer.ports.media.remove(path)
    throw error
  }
}

async function refuseUnpaired(scope: Scope, listId: number, ids: number[], files: File[]): Promise<FileList> {
  const list = await getFileList(scope, listId)
  if (ids.length !== files.length || new Set(ids).size < ids.length)
    throw new AppError('ERR_VALIDATION', { fields: ['id'] })
  if (ids.some((id) => !list.options.some((option) => option.id === id))) throw new AppError('ERR_NO_FILE_FOUND')
  return list
}
