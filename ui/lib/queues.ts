import { useEffect } from 'react'
import type { Queue } from '../../src/features/automation/queues/model'
import { api, unwrapResponse } from './api'
import { createList, useList } from './list'
import { afterReconnect, subscribeToEvents } from './realtime'

/** Queues of the company in display order, for selects and filters; loaded on first use and updated by events. */
export const queues = createList<Queue>({
  load: async () => ({ rows: (await unwrapResponse(api.queue.get())).queues, hasMore: false }),
  compare: (a, b) => a.orderQueue - b.orderQueue || a.name.localeCompare(b.name),
})

subscribeToEvents({
  queue(event) {
    if (queues.state.peek() === 'idle') return
    if (event.action === 'delete') queues.drop(event.queueId)
    else queues.put(event.queue)
  },
})
afterReconnect(() => queues.state.peek() !== 'idle' && queues.reload())

export function useQueues() {
  useEffect(() => {
    if (queues.state.peek() === 'idle') void queues.more()
  }, [])
  return useList(queues)
}
