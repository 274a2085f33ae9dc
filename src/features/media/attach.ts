import type { Scope } from '../../core/scope'
import { attachmentName } from '../../shared/text'
import { discard, type StoredFile, saveStream } from './files'
import { admitFile, refuseWithoutRoom } from './quota'

/** A form's file, or bytes that come by themselves. */
interface Given {
  stream(): ReadableStream<Uint8Array>
  name?: string
}

/** A file that stays beside a text to be sent again and again. */
export const attachment = (file: File): Given => ({ stream: () => file.stream(), name: attachmentName(file.name) })

/**
 * Puts a file on disk, and then in one transaction its row and what `show` makes of it; nothing of it stays when that
 * is refused. @throws ERR_TOO_LARGE, ERR_NO_ROOM, ERR_EMPTY_MESSAGE, and what `show` throws
 */
export async function attachFile<R>(
  outer: Scope,
  given: Given,
  show: (scope: Scope, file: StoredFile) => R | Promise<R>,
): Promise<R> {
  await refuseWithoutRoom(outer, 1) // before anything large is written for nothing
  const file = await saveStream(outer, given.stream(), given.name)
  try {
    return await outer.transaction(async (scope) => {
      await admitFile(scope, file)
      return show(scope, file)
    })
  } catch (error) {
    await discard(outer.ports.media.absolute(file.path))
    throw error
  }
}
