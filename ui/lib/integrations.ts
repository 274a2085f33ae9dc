import { useEffect } from 'react'
import type { QueueIntegration } from '../../src/features/automation/integrations/model'
import { foldText } from '../../src/shared/text'
import { api, unwrapResponse } from './api'
import { createList, useList } from './list'
import { afterReconnect, subscribeToEvents } from './realtime'

export function byIntegrationName(a: QueueIntegration, b: QueueIntegration) {
  const [one, other] = [foldText(a.name), foldText(b.name)]
  if (one === other) return a.id - b.id
  return one < other ? -1 : 1
}

/** All integrations of the company by name, for selects; loaded on first use and updated by events. */
export const integrations = createList<QueueIntegration>({ load: loadAll, compare: byIntegrationName })

async function loadAll() {
  const rows: QueueIntegration[] = []
  let cursor: string | undefined
  do {
    const page = await unwrapResponse(api.queueIntegration.get({ query: { cursor } }))
    rows.push(...page.queueIntegrations)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return { rows, hasMore: false }
}

subscribeToEvents({
  queueIntegration(event) {
    if (integrations.state.peek() === 'idle') return
    if (event.action === 'delete') integrations.drop(event.integrationId)
    else integrations.put(event.queueIntegration)
  },
})
afterReconnect(() => integrations.state.peek() !== 'idle' && integrations.reload())

export function useIntegrations() {
  useEffect(() => {
    if (integrations.state.peek() === 'idle') void integrations.more()
  }, [])
  return useList(integrations)
}
