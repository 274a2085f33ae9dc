import type { Scope } from '../../core/scope'
import { attachFile, attachment } from '../media/attach'
import type { QuickMessage } from './model'
import { getChangeable, store } from './service'

/** Puts a file beside the text, in place of the one before, which is swept when nothing shows it any more. */
export async function attachMedia(outer: Scope, id: number, given: File): Promise<QuickMessage> {
  await getChangeable(outer, id) // before anything large is written for nothing
  return attachFile(outer, attachment(given), async (scope, file) => {
    await getChangeable(scope, id)
    return store(scope, id, { mediaId: file.id })
  })
}

export const removeMedia = (outer: Scope, id: number): Promise<QuickMessage> =>
  outer.transaction(async (scope) => {
    await getChangeable(scope, id)
    return store(scope, id, { mediaId: null })
  })
