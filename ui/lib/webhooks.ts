import type { Webhook } from '../../src/features/api/webhooks/model'
import { api, unwrapResponse } from './api'
import { createList } from './list'
import { afterReconnect, subscribeToEvents } from './realtime'

/** All webhooks of the company by name; loaded on first use and updated by events. */
export const webhooks = createList<Webhook>({
  load: async () => ({ rows: (await unwrapResponse(api.webhooks.get())).webhooks, hasMore: false }),
  compare: (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
})

subscribeToEvents({
  webhook(event) {
    if (webhooks.state.peek() === 'idle') return
    if (event.action === 'delete') webhooks.drop(event.webhookId)
    else webhooks.put(event.webhook)
  },
})
afterReconnect(() => webhooks.state.peek() !== 'idle' && webhooks.reload())
