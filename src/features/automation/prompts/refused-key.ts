import type { Scope } from '../../../core/scope'
import { openKey } from './key'
import { getPrompt, getPromptRow } from './read'

/** Columns of the keys that a service may refuse: of the model, and of the voice. */
const columns = {
  model: { sealed: 'keySealed', refusedAt: 'keyRefusedAt' },
  voice: { sealed: 'voiceKeySealed', refusedAt: 'voiceKeyRefusedAt' },
} as const

/**
 * Stores that the service refused a key of the prompt, and tells those who may edit prompts. Once per key: a new key clears
 * the mark. Does nothing for a prompt that is not stored, or whose key was replaced during the request.
 */
export async function markKeyRefused(
  outer: Scope,
  promptId: number | null,
  service: keyof typeof columns,
  refused: string,
) {
  if (promptId === null) return
  const { sealed, refusedAt } = columns[service]
  await outer.transaction(async (scope) => {
    const row = await getPromptRow(scope, promptId)
    if ((await openKey(scope, promptId, row[sealed], sealed)) !== refused) return
    const marked = await scope.db
      .update('prompts')
      .set({ [refusedAt]: new Date().toISOString() })
      .where('id', '=', promptId)
      .where(refusedAt, 'is', null)
      .executeTakeFirst()
    if (marked.numUpdatedRows === 0n) return
    const prompt = await getPrompt(scope, promptId)
    scope.publish('prompt', { action: 'update', prompt })
    scope.publish('promptAlert', { action: 'keyRefused', service, promptId, name: prompt.name })
  })
}
