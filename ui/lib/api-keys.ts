import type { ApiKey } from '../../src/features/accounts/api-keys/model'
import { api, unwrapResponse } from './api'
import { createList } from './list'
import { afterReconnect, subscribeToEvents } from './realtime'

/** All API keys of the company by name; loaded on first use and updated by events. */
export const apiKeys = createList<ApiKey>({
  load: async () => ({ rows: (await unwrapResponse(api['api-keys'].get())).apiKeys, hasMore: false }),
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
})

subscribeToEvents({
  apiKey(event) {
    if (apiKeys.state.peek() === 'idle') return
    if (event.action === 'delete') apiKeys.drop(event.apiKeyId)
    else apiKeys.put(event.apiKey)
  },
})
afterReconnect(() => apiKeys.state.peek() !== 'idle' && apiKeys.reload())
