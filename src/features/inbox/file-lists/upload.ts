import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { limits } from '../../../shared/limits'
import { attachmentName, oneLine } from '../../../shared/text'
import { type StoredFile, saveStream } from '../../platform/media/files'
import { admitFile } from '../../platform/media/quota'
import type { FileList, FileUpload } from './model'
import { getFileList } from './read'
import { auditAndPublish } from './service'

/**
 * Stores files for options of a list, all or none: those of the ids, or without ids the options that have no file, in
 * their order, and a new option for each further file. The daily sweep deletes a replaced file once nothing uses it.
 * @throws ERR_NO_FILE_FOUND, ERR_VALIDATION when ids and files do not pair or the list becomes too long, ERR_TOO_LARGE,
 * ERR_NO_ROOM
 */
export async function uploadFiles(outer: Scope, listId: number, { files, id }: FileUpload): Promise<FileList> {
  const ids = id === undefined ? null : [id].flat()
  chooseOptions(await getFileList(outer, listId), ids, files.length) // fails before the files are written
  const stored: StoredFile[] = []
  try {
    for (const file of files) stored.push(await saveStream(outer, file.stream(), attachmentName(file.name)))
    return await outer.transaction(async (scope) => {
      const before = await getFileList(scope, listId)
      const optionIds = chooseOptions(before, ids, files.length)
      for (const [at, file] of stored.entries()) {
        await admitFile(scope, file)
        await attachFile(scope, before, optionIds[at], before.options.length + at, file)
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

/** Ids of the options that get the files, in order; fewer than files when the rest needs new options. */
function chooseOptions({ options }: FileList, ids: number[] | null, count: number): number[] {
  if (ids === null) {
    const free = options.filter(({ file }) => file === null).map((option) => option.id)
    if (options.length + count - free.length > limits.fileOptions)
      throw new AppError('ERR_VALIDATION', { fields: ['files'] })
    return free
  }
  if (ids.length !== count || new Set(ids).size < ids.length) throw new AppError('ERR_VALIDATION', { fields: ['id'] })
  if (ids.some((id) => !options.some((option) => option.id === id))) throw new AppError('ERR_NO_FILE_FOUND')
  return ids
}

/** Sets the file of an option, or inserts an option with the file's name at the position. */
async function attachFile(
  scope: Scope,
  list: FileList,
  optionId: number | undefined,
  position: number,
  { id: mediaId, originalName }: StoredFile,
) {
  if (optionId !== undefined)
    return scope.db.update('file_options').set({ mediaId }).where('id', '=', optionId).execute()
  const name = oneLine(originalName, limits.fileOptionName.max)
  return scope.db.insert('file_options', { fileListId: list.id, position, name, mediaId }).execute()
}
