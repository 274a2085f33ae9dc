import type { Scope } from '../../core/scope'
import { openKey } from './key'
import { getPrompt, getPromptRow } from './read'

/**
 * Stores that the service refused the prompt's key, and tells those who may edit prompts. Once per key: a new key clears
 * the mark. Does nothing for a prompt that is not stored, or whose key was replaced during the request.
 */
export async function markKeyRefused(outer: Scope, promptId: number | null, refused: string) {
  if (promptId === null) return
  await outer.transaction(async (scope) => {
    const { keySealed } = await getPromptRow(scope, promptId)
    if (openKey(scope, promptId, keySealed) !== refused) return
    const change = { keyRefusedAt: new Date().toISOString() }
    const marked = await scope.db
      .update('prompts')
      .set(change)
      .where('id', '=', promptId)
      .where('keyRefusedAt', 'is', null)
      .executeTakeFirst()
    if (marked.numUpdatedRows === 0n) return
    const prompt = await getPrompt(scope, promptId)
    scope.publish('prompt', { action: 'update', prompt })
    scope.publish('promptAlert', { action: 'keyRefused', promptId, name: prompt.name })
  })
}
