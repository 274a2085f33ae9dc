import type { Scope } from '../../../core/scope'
import { attachFile, toFileInput } from '../../platform/media/attach'
import type { QuickMessage } from './model'
import { assertContent, getChangeable, storeQuickMessage } from './service'

/** Attaches a file, replacing the earlier one; the daily sweep removes that when nothing uses it. */
export async function attachMedia(outer: Scope, id: number, upload: File): Promise<QuickMessage> {
  await getChangeable(outer, id) // checked before a large file is written to disk
  return attachFile(outer, toFileInput(upload), async (scope, file) => {
    await getChangeable(scope, id)
    return storeQuickMessage(scope, id, { mediaId: file.id })
  })
}

/** Removes the file. @throws ERR_QUICK_EMPTY when the quick message has no text */
export const removeMedia = (outer: Scope, id: number): Promise<QuickMessage> =>
  outer.transaction(async (scope) => {
    assertContent(await getChangeable(scope, id))
    return storeQuickMessage(scope, id, { mediaId: null })
  })
