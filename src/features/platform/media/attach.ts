import type { Scope } from '../../../core/scope'
import { attachmentName } from '../../../shared/text'
import { type StoredFile, saveStream } from './files'
import { admitFile, assertRoom } from './quota'

/** A file of a form, or a streamed body. */
interface FileInput {
  stream(): AsyncIterable<Uint8Array>
  name?: string
}

/** Converts a form's file to one that is attached to a reusable text. */
export const toFileInput = (file: File): FileInput => ({ stream: () => file.stream(), name: attachmentName(file.name) })

/**
 * Stores a file on disk, then its row and the result of `attach` in one transaction. Removes the file when that fails.
 * @throws ERR_TOO_LARGE, ERR_NO_ROOM, ERR_EMPTY_MESSAGE, and as `attach`
 */
export async function attachFile<R>(
  outer: Scope,
  input: FileInput,
  attach: (scope: Scope, file: StoredFile) => R | Promise<R>,
): Promise<R> {
  await assertRoom(outer, 1) // checked before a large file is written to disk
  const file = await saveStream(outer, input.stream(), input.name)
  try {
    return await outer.transaction(async (scope) => {
      await admitFile(scope, file)
      return attach(scope, file)
    })
  } catch (error) {
    await outer.ports.media.remove(file.path)
    throw error
  }
}
