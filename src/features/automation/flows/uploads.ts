import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { type FileKind, fileKindOf, fileKinds, flowFiles } from '../../../shared/flow/files'
import { toFileInput } from '../../platform/media/attach'
import { type StoredFile, saveStream } from '../../platform/media/files'
import { admitFile, assertRoom } from '../../platform/media/quota'

/**
 * Stores files for the nodes of a flow, all or none; returns them in their order. A file that no draft names within a
 * day is removed by the daily sweep. @throws ERR_MEDIA_TYPE for a type that the kinds do not allow, ERR_TOO_LARGE with
 * the limit of its kind, ERR_NO_ROOM, ERR_EMPTY_MESSAGE
 */
async function storeUploads(outer: Scope, files: File[], kinds: readonly FileKind[]): Promise<StoredFile[]> {
  await assertRoom(outer, 1) // checked before large files are written to disk
  const stored: StoredFile[] = []
  try {
    for (const file of files) stored.push(await storeOne(outer, file, kinds))
    await outer.transaction(async (scope) => {
      for (const file of stored) await admitFile(scope, file)
    })
    return stored
  } catch (error) {
    for (const { path } of stored) await outer.ports.media.remove(path)
    throw error
  }
}

/** Writes one file to disk; its type is detected from its bytes. */
async function storeOne(scope: Scope, file: File, kinds: readonly FileKind[]): Promise<StoredFile> {
  const { stream, name } = toFileInput(file)
  const largest = Math.max(...kinds.map((kind) => flowFiles[kind].bytes))
  const stored = await saveStream(scope, stream(), name, largest)
  const kind = fileKindOf(stored.mime)
  const isAllowed = kind !== undefined && kinds.includes(kind)
  if (isAllowed && stored.size <= flowFiles[kind].bytes) return stored
  await scope.ports.media.remove(stored.path)
  if (!isAllowed) throw new AppError('ERR_MEDIA_TYPE')
  throw new AppError('ERR_TOO_LARGE', { limit: flowFiles[kind].bytes })
}

/** Stores the file of an image or audio node; `name` is what the node stores as its `url`. */
export async function uploadOne(scope: Scope, files: File[], kind: FileKind) {
  const [{ id }] = (await storeUploads(scope, files, [kind])) as [StoredFile]
  return { name: id }
}

/** Stores the files of a content node; returns the names that its elements store, in the order of the files. */
export const uploadContent = async (scope: Scope, files: File[]) =>
  (await storeUploads(scope, files, fileKinds)).map(({ id }) => id)
