import { useEffect } from 'react'
import type { Prompt } from '../../src/features/automation/prompts/model'
import { api, unwrapResponse } from './api'
import { createList, useList } from './list'
import { afterReconnect, subscribeToEvents } from './realtime'

/** Prompts of the company by name, for the page and for selects; loaded on first use and updated by events. */
export const prompts = createList<Prompt>({
  load: async () => ({ rows: (await unwrapResponse(api.prompt.get())).prompts, hasMore: false }),
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
})

subscribeToEvents({
  prompt(event) {
    if (prompts.state.peek() === 'idle') return
    if (event.action === 'delete') prompts.drop(event.promptId)
    else prompts.put(event.prompt)
  },
})
afterReconnect(() => prompts.state.peek() !== 'idle' && prompts.reload())

export function usePrompts() {
  useEffect(() => {
    if (prompts.state.peek() === 'idle') void prompts.more()
  }, [])
  return useList(prompts)
}
