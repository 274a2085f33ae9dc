import { signal } from '@preact/signals-react'
import type { PromptCall, PromptUsage } from '../../../../src/features/automation/prompts/model'
import { api, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'

/** Calls of the company to language models, newest first. */
export const promptCalls = createList<PromptCall>({
  compare: (a, b) => b.id - a.id,
  load: async (cursor) => {
    const { calls, hasMore, next } = await unwrapResponse(api.prompt.calls.get({ query: { cursor } }))
    return { rows: calls, hasMore, next }
  },
})

/** Use of the present month; null until it is loaded. */
export const promptUsage = signal<PromptUsage | null>(null)

/** Loads the log and the month again. An error of the month is ignored; the log shows its own. */
export function reloadCalls() {
  void promptCalls.reload()
  unwrapResponse<PromptUsage>(api.prompt.usage.get())
    .then((usage) => {
      promptUsage.value = usage
    })
    .catch(() => undefined)
}
